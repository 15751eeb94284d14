"""An idle stack draws no CPU."""
import time

from stack import Stack, cpu_seconds

SECONDS = 30
SHARE_OF_A_CORE = 0.005


def test_idle_costs_nothing():
    with Stack() as stack:
        stack.post("/v1/completions", {"prompt": "warm up", "max_tokens": 16})
        stack.post("/v1/systemone", {"state": "warm up", "questions": {"q": {"type": "noul", "instructions": "Is it?"}}})
        stack.post("/v1/embeddings", {"input": "warm up"})
        keep_alive = stack.connect()  # an idle client must not cost anything either
        time.sleep(1)                 # the pool's spin and the sockets' last timers
        pids = {"up": stack.process.pid, **stack.pids()}
        assert len(pids) == 5, pids
        before = {name: cpu_seconds(pid) for name, pid in pids.items()}
        time.sleep(SECONDS)
        used = {name: cpu_seconds(pid) - before[name] for name, pid in pids.items()}
        keep_alive.close()
    assert sum(used.values()) < SHARE_OF_A_CORE * SECONDS, used
