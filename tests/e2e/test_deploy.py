"""What lies in deploy/ says what systemd, Docker and `ferro up` understand, and what it installs runs."""
import os
import re
import shutil
import subprocess

import pytest
import yaml

import stack
from stack import FERRO, ROOT, Stack, ferro

UNIT = ROOT / "deploy/systemd/ferro.service"
DOCKERFILE = ROOT / "deploy/compose/Dockerfile"
COMPOSE = ROOT / "deploy/compose/compose.yaml"
PROGRAMS = ["ferro", "ferro-decide", "ferro-embed", "ferro-gateway", "ferro-lm"]


def known_flags():
    return set(re.findall(r"--[a-z-]+", ferro("up", "--help").stdout))


@pytest.fixture(scope="module")
def installation(tmp_path_factory):
    """What deploy/install makes of the programs that are built already."""
    folder = tmp_path_factory.mktemp("installed") / "ferro"
    subprocess.run(["bash", "-euc", 'source deploy/lib/copy.sh; copy_programs "$1" "$2"', "bash", FERRO.resolve().parents[2],
                    folder], cwd=ROOT, check=True, timeout=120)
    return folder


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd-analyze")
def test_systemd_has_nothing_to_say(tmp_path):
    # It checks that the program is there; the installed place is that of the built one.
    copy = tmp_path / UNIT.name
    copy.write_text(UNIT.read_text().replace("/usr/local/lib/ferro/ferro ", "%s " % FERRO.resolve()))
    assert str(FERRO.resolve()) in copy.read_text()
    result = subprocess.run(["systemd-analyze", "verify", "--man=no", copy], capture_output=True, text=True, timeout=60)
    assert (result.returncode, result.stdout + result.stderr) == (0, "")


def test_every_flag_of_the_unit_is_one():
    command = re.search(r"^ExecStart=\S+ up (.*)$", UNIT.read_text(), re.M).group(1)
    assert set(re.findall(r"--[a-z-]+", command)) <= known_flags()


def test_an_installation_serves_what_came_along(installation, monkeypatch):
    assert sorted(path.name for path in installation.iterdir()) == [*PROGRAMS, "models"]
    monkeypatch.setattr(stack, "FERRO", installation / "ferro")
    with Stack("--device", "cpu", demo=True) as running:
        assert len(running.get("/v1/models")[1]["data"]) == 3
        status, reply = running.post("/v1/embeddings", {"input": "The lamp is lit."})
        assert status == 200 and reply["data"][0]["embedding"]


def test_the_packages_of_its_libraries_are_named(installation):
    command = [ROOT / "deploy/compose/runtime_packages", *(installation / name for name in PROGRAMS)]
    packages = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout.split()
    assert "libc6" in packages and any(package.startswith("libgrpc++") for package in packages)
    assert not any(package.endswith("-dev") for package in packages), "programs need libraries, not headers"
    state = subprocess.run(["dpkg-query", "-W", "-f=${db:Status-Status}\n", *packages], capture_output=True, text=True)
    assert state.stdout.split() == ["installed"] * len(packages), state.stderr


def test_compose_and_image_agree():
    (service,) = yaml.safe_load(COMPOSE.read_text())["services"].values()
    image = DOCKERFILE.read_text()
    assert service["command"][0] == "up" and set(re.findall(r"--[a-z-]+", " ".join(service["command"]))) <= known_flags()
    port = service["command"][service["command"].index("--port") + 1]
    assert service["ports"] == ["127.0.0.1:%s:%s" % (port, port)] and "EXPOSE %s\n" % port in image
    assert "http://127.0.0.1:%s/health" % port in service["healthcheck"]["test"]
    assert service["healthcheck"]["test"][1] in re.search(r"apt-get install [^&]*packages.txt([^&]*)", image).group(1).split()
    ids = re.search(r"--uid (\d+)", image).group(1), re.search(r"--gid (\d+)", image).group(1)
    assert "/run/ferro:uid=%s,gid=%s,mode=0700" % ids in service["tmpfs"] and "\nUSER ferro\n" in image
    assert (COMPOSE.parent / service["build"]["context"] / service["build"]["dockerfile"]).resolve() == DOCKERFILE
    for source in re.findall(r"^COPY (?!--from)(\S+)", image, re.M):
        assert (ROOT / source).exists(), source


@pytest.mark.skipif(not os.environ.get("FERRO_IMAGE"), reason="FERRO_IMAGE names an image that was built of the Dockerfile")
def test_the_image_serves():
    run = ["docker", "run", "--rm", "--read-only", "--cap-drop", "ALL", "--network", "none", "--tmpfs", "/tmp"]
    tmpfs = ["--tmpfs", "/run/ferro:uid=8090,gid=8090,mode=0700"]
    script = ("ferro up --port 8090 & until curl -fsS http://127.0.0.1:8090/health; do sleep 0.2; done; id -u; id -g; "
              "curl -fsS http://127.0.0.1:8090/v1/models; kill -TERM $!; wait $!")
    result = subprocess.run([*run, *tmpfs, "--entrypoint", "bash", os.environ["FERRO_IMAGE"], "-c", script],
                            capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stderr
    assert "8090\n8090\n" in result.stdout and '"embeddings"' in result.stdout and '"decisions"' in result.stdout
