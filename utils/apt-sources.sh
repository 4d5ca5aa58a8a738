# Where this machine gets its Debian packages from, in whichever format its
# sources are written. Sourced after steps.sh, not run.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# debian_codename: bookworm for Debian 12.
debian_codename() {
  (. /etc/os-release && echo "${VERSION_CODENAME:-}")
}

# suite_uri SUITE: the address that SUITE comes from, without a final slash;
# nothing where no source has it.
suite_uri() {
  apt-get indextargets --format '$(RELEASE) $(REPO_URI)' 'Created-By: Packages' |
    awk -v suite="$1" '$1 == suite { sub("/$", "", $2); print $2; exit }'
}

apt_get() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -y "$@"
}

# A bare debootstrap has the main suite only. The security suite stands beside
# it on most mirrors, so its address is made from that of the main suite.
add_security_suite() {
  local codename uri list=/etc/apt/sources.list.d/debian-security.list
  local keyring=/usr/share/keyrings/debian-archive-keyring.gpg
  codename=$(debian_codename)
  uri=$(suite_uri "$codename")
  [[ -n $uri ]] || return 1
  echo "deb [signed-by=$keyring] $uri-security $codename-security main" |
    as_root tee "$list"
  apt_get update -o APT::Update::Error-Mode=any && return
  as_root rm -f "$list"
  return 1
}

# add_missing_security_suite: has LLVM 22 found where only the main suite was.
add_missing_security_suite() {
  [[ -n $(suite_uri "$(debian_codename)-security") ]] ||
    step "Adding Debian's security suite, which has LLVM 22" add_security_suite
}
