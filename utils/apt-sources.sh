# Where this machine gets its Debian packages from, in whichever format its
# sources are written. Sourced, not run.
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
