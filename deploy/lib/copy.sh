# copy_programs BUILT FOLDER: an installation, as `ferro up` looks for it, out of Bazel's output folder BUILT.

# first_file PATH...: the first that is there.
first_file() {
  local path
  for path in "$@"; do
    [[ -e "$path" ]] && printf '%s\n' "$path" && return
  done
  return 1
}

copy_programs() {
  local built="$1" folder="$2" models="$2/models"
  install -d "$folder" "$models"
  install -s -t "$folder" "$built"/tools/ferro/ferro "$built"/services/{lm/ferro-lm,decide/ferro-decide,embed/ferro-embed} \
    "$built"/router/ferro-gateway
  install -m 644 "$(first_file deploy/demo/demo-lfm2-Q8_0.gguf tests/data/models/tiny-lfm2-Q8_0.gguf)" "$models/lm.gguf"
  install -m 644 "$(first_file deploy/demo/demo-d1-Q8_0.gguf tests/data/models/tiny-d1-Q8_0.gguf)" "$models/decide.gguf"
  install -m 644 "$(first_file deploy/demo/demo-embed-Q8_0.gguf tests/data/models/tiny-gemma2-Q8_0.gguf)" "$models/embed.gguf"
}
