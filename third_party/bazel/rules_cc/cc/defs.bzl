"""The native C++ rules under the names that the published rules_cc has (Debian's Bazel ships no rules_cc)."""

cc_binary = native.cc_binary
cc_library = native.cc_library
cc_test = native.cc_test
cc_toolchain = native.cc_toolchain
cc_toolchain_suite = native.cc_toolchain_suite
