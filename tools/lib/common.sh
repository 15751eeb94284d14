# Sourced by tools/up, tools/test and tools/check. Everything here talks on standard error: standard output belongs to
# the program that the script runs.
set -euo pipefail

readonly FERRO_ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
cd "$FERRO_ROOT"

say() { printf '%s\n' "== $*" >&2; }
die() {
  printf '%s\n' "error: $*" >&2
  exit 1
}

# Debian's clang-format and Bazel; a newer one in front on PATH would format or build differently.
readonly CLANG_FORMAT=/usr/bin/clang-format
readonly BAZEL=/usr/bin/bazel

source tools/lib/install.sh
source tools/lib/venv.sh
