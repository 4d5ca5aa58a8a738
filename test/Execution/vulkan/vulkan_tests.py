# Which tests of other folders are run on a Vulkan device. A module, since lit
# hands tests to its workers by name.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os

import lit.formats
import lit.Test

# What these show is not where code runs: how models are read and converted, what
# becomes of strings, which no device has, and memory of the host.
LEFT_OUT = {
    "constant-strings.test", "converted.test", "exporter-shapes.test", "rewritten.test",
    "sequence-bytes.test", "tensor-encodings.test", "version-round-trips-files.test",
    "version-round-trips.test",
}


class VulkanTest(lit.Test.Test):
    """A test of another folder, under a name of its own."""

    def getSourcePath(self):
        folder, name = self.path_in_suite[-2:]
        return self.suite.getSourcePath(("Execution", folder, name))


class VulkanFormat(lit.formats.ShTest):
    def getTestsInDirectory(self, suite, path_in_suite, lit_config, local_config):
        for folder in ("numbers", "testdata"):
            names = os.listdir(suite.getSourcePath(("Execution", folder)))
            for name in sorted(names):
                if name.endswith(".test") and name not in LEFT_OUT:
                    yield VulkanTest(suite, path_in_suite + (folder, name), local_config)
