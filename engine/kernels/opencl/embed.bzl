"""Puts OpenCL sources into the binary: users have one file to install and nothing to find at run time."""

def embedded_sources(name, srcs):
    """NAME.inc: for each `file.cl` a line Add("file.cl", R"(text)")."""
    native.genrule(
        name = name,
        srcs = srcs,
        outs = [name + ".inc"],
        cmd = "for f in $(SRCS); do echo \"Add(\\\"$$(basename $$f)\\\", R\\\"__CL__(\"; cat $$f; " +
              "echo ')__CL__\");'; done > $@",
    )
