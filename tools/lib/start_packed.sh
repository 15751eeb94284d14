#!/bin/sh
# Starts the program of this name from bin/, on a system that has nothing of what it needs. The system's libraries are
# taken where they fit, since drivers were made for them: then ours fill the gaps, then they go first, and where the
# system's C library is too old, ours is loaded by its own loader. Needs a shell and nothing else.
here=$(cd "$(dirname "$0")" && pwd) || exit 2
program=$here/bin/${0##*/}
system=/lib/x86_64-linux-gnu:/usr/lib/x86_64-linux-gnu:/lib64:/usr/lib64
given=${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}

for path in "$given$system:$here/lib" "$here/lib:$given$system"; do
  if LD_LIBRARY_PATH=$path "$here/bin/ferro" --version > /dev/null 2>&1 &&
    LD_LIBRARY_PATH=$path "$program" --version > /dev/null 2>&1; then
    LD_LIBRARY_PATH=$path exec "$program" "$@"
  fi
done
for loader in "$here"/lib/c/ld-linux*; do :; done
exec "$loader" --library-path "$here/lib/c:$here/lib:$given$system" "$program" "$@"
