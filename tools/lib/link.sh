# link_ferro: puts `ferro` on the path, as a link into this checkout's build output. Never replaces anything else.

link_ferro() {
  local target="$FERRO_ROOT/bazel-bin/tools/ferro/ferro" folder link
  # The build output itself, where bazel-bin pointed just now: a later sanitizer build must not change what runs.
  target="$(readlink -f "$target")"
  for folder in "$HOME/.local/bin" /usr/local/bin; do
    [[ ":$PATH:" == *":$folder:"* && -w "$folder" ]] || continue
    link="$folder/ferro"
    [[ -L "$link" && "$(readlink "$link")" == "$target" ]] && return
    if [[ -e "$link" && ! -L "$link" ]]; then
      say "$link exists and is not ours; left alone"
      return
    fi
    ln -sfn "$target" "$link" && say "linked $link"
    return
  done
  say "to have ferro on your path: export PATH=\"$FERRO_ROOT/bazel-bin/tools/ferro:\$PATH\""
}
