# install_packages: brings the Debian packages of packages.txt that are missing. Needs no network and no root when none is.

missing_packages() {
  local package
  while read -r package; do
    [[ -z "$package" || "$package" == \#* ]] && continue
    [[ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" == installed ]] || printf '%s\n' "$package"
  done < tools/lib/packages.txt
}

install_packages() {
  command -v dpkg-query > /dev/null || die "this is not a Debian system; install the packages of" \
    "tools/lib/packages.txt by your own means, then build with bazel (see CONTRIBUTING.md)"
  local packages as_root=()
  mapfile -t packages < <(missing_packages)
  ((${#packages[@]} == 0)) && return
  if ((EUID != 0)); then
    command -v sudo > /dev/null || die "missing packages: ${packages[*]}. As root: apt-get install ${packages[*]}"
    as_root=(sudo DEBIAN_FRONTEND=noninteractive)
    say "sudo is needed once, to install Debian packages: ${packages[*]}"
  else
    say "installing Debian packages: ${packages[*]}"
  fi
  export DEBIAN_FRONTEND=noninteractive
  "${as_root[@]}" apt-get -q update >&2 || die "apt-get update failed; is this machine on line?"
  "${as_root[@]}" apt-get -q install -y --no-install-recommends "${packages[@]}" >&2 ||
    die "apt-get could not install: ${packages[*]}"
}
