# copy_programs BUILT FOLDER: an installation, as `ferro up` looks for it, out of Bazel's output folder BUILT.

copy_programs() {
  local built="$1" folder="$2" models="$2/models"
  install -d "$folder" "$models"
  install -s -t "$folder" "$built"/tools/ferro/ferro "$built"/services/{lm/ferro-lm,decide/ferro-decide,embed/ferro-embed} \
    "$built"/router/ferro-gateway
  install -m 644 -t "$models" deploy/demo/*.gguf
}
