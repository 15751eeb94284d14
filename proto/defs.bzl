"""C++ for .proto files: protoc with the gRPC plugin, then a library. Paths in imports start at the repository root's proto/ folder."""

load("@rules_cc//cc:defs.bzl", "cc_library")

def ferro_proto_library(name, src, imports = [], deps = []):
    """Builds `src` (messages and gRPC services). `imports` are the .proto files it names, `deps` their libraries."""
    stem = src[:-len(".proto")]
    path = native.package_name()[len("proto/"):] + "/" + stem
    outs = [stem + ext for ext in [".pb.h", ".pb.cc", ".grpc.pb.h", ".grpc.pb.cc"]]
    native.genrule(
        name = name + "_gen",
        srcs = [src] + imports,
        outs = outs,
        cmd = "protoc -Iproto --cpp_out=$(BINDIR)/proto --grpc_out=$(BINDIR)/proto " +
              "--plugin=protoc-gen-grpc=/usr/bin/grpc_cpp_plugin proto/" + path + ".proto",
    )
    cc_library(
        name = name,
        srcs = [o for o in outs if o.endswith(".cc")],
        hdrs = [o for o in outs if o.endswith(".h")],
        copts = ["-Wno-unused-parameter"],
        # Generated code includes "ferro/lm/v1/lm.pb.h".
        strip_include_prefix = "/proto",
        visibility = ["//visibility:public"],
        deps = deps + ["//third_party:grpc"],
    )
