# ensure_venv: the Python clients that tests/e2e uses, in .venv of this checkout. Made again when the list changes.

ensure_venv() {
  local list=tests/requirements.txt stamp=.venv/requirements.txt
  cmp -s "$list" "$stamp" && return
  say "installing the Python clients of $list into .venv"
  rm -rf .venv
  /usr/bin/python3 -m venv .venv >&2 || die "cannot make a Python environment (package python3-venv)"
  .venv/bin/pip install --quiet --disable-pip-version-check -r "$list" >&2 ||
    die "pip could not install $list; is this machine on line?"
  cp "$list" "$stamp"
}
