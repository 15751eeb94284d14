"""The systemd unit says what systemd and `ferro up` understand."""
import re
import shutil
import subprocess

import pytest

from stack import FERRO, ROOT, ferro

UNIT = ROOT / "deploy/systemd/ferro.service"


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
    known = set(re.findall(r"--[a-z-]+", ferro("up", "--help").stdout))
    assert set(re.findall(r"--[a-z-]+", command)) <= known
