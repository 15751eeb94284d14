# shellcheck shell=bash
# stage_check FOLDER: builds what tools/gpu_check runs and lays it out so that the folder can be carried to another
# machine: bin/ and tests/ with programs, lib/ with what they load, lib/c/ with the C library, and a starter for each.

# The tests that run on each OpenCL device; whoever adds one need not come here.
kernel_tests() {
  "$BAZEL" query --noshow_progress \
    'kind(cc_test, rdeps(//engine/kernels/opencl:all, //engine/kernels/opencl:testing))' 2> /dev/null
}

# built LABEL...: the paths of their outputs, one a line.
built() {
  local label
  for label in "$@"; do
    label="${label#//}"
    printf '%s\n' "$bin/${label/://}"
  done
}

# libraries_of PROGRAM...: what they load, the dynamic loader included, one path a line.
libraries_of() { ldd "$@" | awk '$2 == "=>" && $3 ~ /^\// { print $3 } $1 ~ /^\// && NF == 2 { print $1 }' | sort -u; }

# place FOLDER FILE...: copies without debugging symbols.
place() {
  local folder="$1" file target
  shift
  mkdir -p "$folder"
  for file in "$@"; do
    target="$folder/$(basename "$file")"
    cp -fL "$file" "$target"
    chmod u+w "$target"
    strip --strip-unneeded "$target"
  done
}

stage_check() {
  local stage="$1" bin kernels=() libraries=() library c_library
  mapfile -t kernels < <(kernel_tests)
  ((${#kernels[@]} > 0)) || die "bazel query found no kernel tests"
  local models=(//engine/models/lfm2:golden_test //engine/models/lfm2:exactness_test)
  local tools=(//tools/gpu:gpu_check //tools/ferro:ferro //tools/make_model:make_model)
  "$BAZEL" build --noshow_progress "${tools[@]}" "${models[@]}" "${kernels[@]}" >&2
  bin="$("$BAZEL" info --noshow_progress bazel-bin 2> /dev/null)"

  rm -rf "$stage"
  mapfile -t tools < <(built "${tools[@]}")
  mapfile -t models < <(built "${models[@]}")
  mapfile -t kernels < <(built "${kernels[@]}")
  place "$stage/bin" "${tools[@]}"
  place "$stage/tests/programs" "${models[@]}"
  place "$stage/tests/programs/kernels" "${kernels[@]}"
  mkdir -p "$stage/tests/data/goldens"
  cp tests/data/goldens/lfm2.* tests/data/goldens/lfm2moe.* "$stage/tests/data/goldens/"

  # Of the built programs, not of the copies: they know where the build's own libraries lie.
  mapfile -t libraries < <(libraries_of "${tools[@]}" "${models[@]}" "${kernels[@]}")
  libraries+=("$(ldconfig -p | awk '$1 == "libOpenCL.so.1" && /x86-64|AArch64/ { print $NF; exit }')")
  for library in "${libraries[@]}"; do
    case "$(basename "$library")" in
      ld-linux* | libc.so* | libm.so* | libmvec.so* | libdl.so* | libpthread.so* | librt.so* | libresolv.so*)
        place "$stage/lib/c" "$library" ;;
      *) place "$stage/lib" "$library" ;;
    esac
  done
  # Old drivers name these though the C library has them; another C library's would not fit ours.
  c_library="$(ldd "${tools[0]}" | awk '$1 == "libc.so.6" { print $3 }')"
  for library in libdl.so.2 libpthread.so.0 librt.so.1 libutil.so.1; do
    place "$stage/lib/c" "$(dirname "$c_library")/$library"
  done

  install -m 755 tools/lib/start_packed.sh "$stage/gpu_check"
  install -m 755 tools/lib/start_packed.sh "$stage/ferro"
  printf 'commit %s\n' "$(git describe --always --dirty --abbrev=12)" > "$stage/about.txt"
}
