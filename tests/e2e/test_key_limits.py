"""Limits of API keys as openai-python meets them."""
import openai
import pytest

from stack import Stack, wait_until

CHAT = {"model": "any", "messages": [{"role": "user", "content": "Hello"}]}


@pytest.fixture(scope="module")
def limited_stack():
    with Stack("--api-key", "few: f ; rpm=2", "--api-key", "one: o ; concurrent=1",
               "--api-key", "narrow: n ; routes=/v1/models", "--lm-ctx", "8192", "--device", "reference") as running:
        yield running


def client(stack, key):
    return openai.OpenAI(base_url=stack.url + "/v1", api_key=key, max_retries=0)


def test_another_route_is_a_permission_error(limited_stack):
    with client(limited_stack, "n") as narrow:
        assert narrow.models.list().data
        with pytest.raises(openai.PermissionDeniedError) as error:
            narrow.chat.completions.create(**CHAT)
        assert error.value.code == "route_not_allowed"


def test_too_often_is_a_rate_limit_error_with_a_time(limited_stack):
    with client(limited_stack, "f") as few:
        for _ in range(2):
            few.models.list()
        with pytest.raises(openai.RateLimitError) as error:
            few.models.list()
        assert 50 <= int(error.value.response.headers["retry-after"]) <= 60
        assert error.value.code == "rate_limit_exceeded" and "rpm=2" in error.value.message


def test_one_stream_at_a_time_until_it_is_left(limited_stack):
    with client(limited_stack, "o") as one:
        stream = one.chat.completions.create(**CHAT, stream=True, extra_body={"ignore_eos": True})
        next(iter(stream))
        with pytest.raises(openai.RateLimitError):
            one.models.list()
        stream.close()

        def free():
            try:
                return one.models.list().data
            except openai.RateLimitError:
                return False
        wait_until(free, 5)
