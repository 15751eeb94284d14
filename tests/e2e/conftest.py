import pytest

from stack import FERRO, Stack


def pytest_configure():
    if not FERRO.exists():
        pytest.exit("%s is missing; build it first: bazel build //tools/ferro" % FERRO, returncode=1)


@pytest.fixture(scope="session")
def stack():
    """One running stack with the bundled model that tests share. Tests that break something start their own."""
    with Stack("--lm-slots", "4", "--lm-ctx", "2048") as running:
        yield running


@pytest.fixture(autouse=True)
def shared_stack_stays_idle(request):
    """After each test that used the shared stack nothing may still occupy a slot."""
    yield
    if "stack" in request.fixturenames:
        request.getfixturevalue("stack").wait_idle()
