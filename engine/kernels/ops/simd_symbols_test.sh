#!/usr/bin/env bash
# Usage: simd_symbols_test.sh ARCHIVE...
# Code compiled for one instruction set must stay private to its object: a weak symbol (an inline function or template
# shared with other files) could be the copy that the linker keeps, and then run on a machine without that set.
set -euo pipefail
for archive in "$@"; do
  case "$archive" in *.a) ;; *) continue ;; esac
  checked=1
  symbols=$(nm -C --defined-only "$archive")
  if weak=$(grep -E ' W ' <<<"$symbols"); then
    echo "$archive defines symbols that other files may share:"
    echo "$weak"
    exit 1
  fi
  if ! grep -q 'FloatKernels$' <<<"$symbols"; then
    echo "$archive: no table found, is this the right archive?"
    exit 1
  fi
done
test -n "${checked:-}" || { echo "no archive among: $*"; exit 1; }
