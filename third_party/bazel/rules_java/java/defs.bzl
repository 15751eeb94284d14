"""The native Java rules that Bazel's own tool repository loads; Ferro has no Java."""

java_import = native.java_import
java_runtime = native.java_runtime
java_toolchain = native.java_toolchain
