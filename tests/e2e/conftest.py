import pytest

from stack import DENSE, FERRO, TINY_D1, TINY_GEMMA2, Stack


def pytest_configure():
    if not FERRO.exists():
        pytest.exit("%s is missing; build it first: bazel build //tools/ferro" % FERRO, returncode=1)


@pytest.fixture(scope="session")
def stack():
    """The tiny language model, which tests share. Tests that break something start their own."""
    with Stack("--decide", "none", "--embed", "none", "--lm-slots", "4", "--lm-ctx", "2048") as running:
        yield running


@pytest.fixture(scope="session")
def slow_stack():
    """The same on the reference device, where a long reply takes half a minute: whether it was really cancelled shows
    in the time until its slot is free."""
    with Stack("--lm", DENSE, "--device", "reference", "--lm-slots", "4", "--lm-ctx", "8192") as running:
        yield running


@pytest.fixture(scope="session")
def decision_stack():
    """A decision model and nothing else."""
    with Stack("--decide", TINY_D1) as running:
        yield running


@pytest.fixture(scope="session")
def both_stack():
    """A language model and a decision model behind one gateway."""
    with Stack("--lm", DENSE, "--decide", TINY_D1) as running:
        yield running


@pytest.fixture(scope="session")
def embed_stack():
    """An embedding model and nothing else."""
    with Stack("--embed", TINY_GEMMA2) as running:
        yield running


@pytest.fixture(autouse=True)
def shared_stacks_stay_idle(request):
    """After each test that used a shared stack nothing may still occupy a slot."""
    yield
    for name in ("stack", "slow_stack"):
        if name in request.fixturenames:
            request.getfixturevalue(name).wait_idle()
