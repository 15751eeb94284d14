"""tools/gpu_check: packed, carried away and started, on good drivers and on bad ones."""
import json
import pathlib
import shutil
import subprocess

import pytest

from stack import FERRO, ROOT

POCL = pathlib.Path("/etc/OpenCL/vendors/pocl.icd")
FAKE_DRIVER = FERRO.parents[2] / "engine/opencl/libfake_driver.so"
SMALL = ["--filter", "argmax_test,golden_test,table", "--quick"]

pytestmark = pytest.mark.skipif(not POCL.exists(), reason="PoCL is not installed")


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """The unpacked check, away from the checkout."""
    folder = tmp_path_factory.mktemp("gpu")
    pack = folder / "check.tar.gz"
    subprocess.run([ROOT / "tools/gpu_check", "--pack", pack], check=True, stdout=subprocess.DEVNULL, timeout=3000)
    assert pack.stat().st_size < 60e6
    subprocess.run(["tar", "-xzf", pack], cwd=folder, check=True)
    return folder / "gpu_check"


class Drivers:
    """A folder of drivers, PoCL among them; `bad` are behaviours of the fake driver."""

    def __init__(self, folder, *bad):
        folder.mkdir()
        self.folder = folder
        shutil.copy(POCL, folder / "pocl.icd")
        for name in bad:
            library = folder / ("lib%s.so" % name)  # its name tells it what to do
            shutil.copy(FAKE_DRIVER, library)
            (folder / (name + ".icd")).write_text("%s\n" % library)

    def run(self, command, *arguments):
        out = self.folder / "report"
        environment = {"PATH": "/usr/bin:/bin", "HOME": str(self.folder), "OCL_ICD_VENDORS": str(self.folder)}
        result = subprocess.run([*command, "--out", out, *arguments], cwd=self.folder, env=environment,
                                capture_output=True, text=True, timeout=900)
        report = out.with_suffix(".json")
        return result, json.loads(report.read_text()) if report.exists() else None


def outcomes(programs):
    return [test["outcome"] for program in programs for test in program["tests"]]


def test_a_good_driver(home, tmp_path):
    result, report = Drivers(tmp_path / "vendors").run([home / "gpu_check"], *SMALL)
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout.rstrip().endswith("%d passed, 0 failed" % report["passed"])
    (device,) = report["devices"]
    assert device["properties"]["platform"] == "Portable Computing Language"
    assert [p["part"] for p in device["programs"]] == ["device", "kernels", "goldens", "table", "table"]
    assert set(outcomes(device["programs"])) == {"passed"}
    assert {s["choose"] for s in device["speeds"] if s["test"] == "decode"} == {"greedy", "sampled"}
    assert "| prefill 512 |" in (tmp_path / "vendors/report.md").read_text()


def test_bad_drivers_cost_their_own_lines(home, tmp_path):
    drivers = Drivers(tmp_path / "vendors", "abort_load", "abort_devices", "idle")
    result, report = drivers.run([home / "gpu_check"], "--filter", "argmax_test")
    assert result.returncode == 1
    failed = {d["name"]: d["message"] for d in report["drivers"]}
    assert set(failed) == {"abort_load", "abort_devices"} and "signal 6" in failed["abort_load"]
    fake, pocl = report["devices"]  # drivers go by name; the one called idle computes nothing
    assert "failed" in outcomes(fake["programs"])
    assert set(outcomes(pocl["programs"])) == {"passed"}
    assert result.stdout.rstrip().splitlines()[-1] == "%d passed, %d failed" % (report["passed"], report["failed"])


def test_with_the_c_library_that_came_along(home, tmp_path):
    (loader,) = (home / "lib/c").glob("ld-linux*")
    start = [loader, "--library-path", "%s:%s" % (home / "lib/c", home / "lib"), home / "bin/gpu_check"]
    result, report = Drivers(tmp_path / "vendors").run(start, "--filter", "argmax_test")
    assert result.returncode == 0, result.stdout + result.stderr
    assert "brought along" in report["facts"]["C library"]


def test_no_device_is_a_failure(home, tmp_path):
    drivers = Drivers(tmp_path / "vendors")
    (drivers.folder / "pocl.icd").unlink()
    result, report = drivers.run([home / "gpu_check"])
    assert result.returncode == 1 and result.stdout.rstrip().endswith("0 passed, 1 failed")
    assert report["drivers"][0]["message"] == "there is no OpenCL device"


def test_what_does_not_fit_the_time_fails(home, tmp_path):
    result, report = Drivers(tmp_path / "vendors").run([home / "gpu_check"], "--filter", "golden_test", "--limit", "0.01",
                                                       "--device", "7")
    assert result.returncode == 1
    assert any("not done after 10ms" in d["message"] for d in report["drivers"])
