"""A Python gRPC client that knows nothing but what reflection tells it, on the lm service's own socket."""
import contextlib
import glob

import grpc
import pytest
from google.protobuf import descriptor_pool, message_factory
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase

from stack import wait_until


class Reflected:
    """Calls methods by name with plain keyword arguments."""

    def __init__(self, channel):
        self.channel = channel
        self.database = ProtoReflectionDescriptorDatabase(channel)
        self.pool = descriptor_pool.DescriptorPool(self.database)

    def method(self, service, name):
        return self.pool.FindServiceByName(service).FindMethodByName(name)

    def message(self, descriptor, **fields):
        return message_factory.GetMessageClass(descriptor)(**fields)

    def call(self, service, name, timeout=30, **fields):
        method = self.method(service, name)
        kind = self.channel.unary_stream if method.server_streaming else self.channel.unary_unary
        rpc = kind("/%s/%s" % (service, name), request_serializer=lambda m: m.SerializeToString(),
                   response_deserializer=message_factory.GetMessageClass(method.output_type).FromString)
        return rpc(self.message(method.input_type, **fields), timeout=timeout)


LM = "ferro.lm.v1.LmService"


@contextlib.contextmanager
def reflected(stack):
    sockets = glob.glob(stack.run_dir + "/ferro/up-*/lm.sock")
    assert len(sockets) == 1, sockets
    with grpc.insecure_channel("unix:" + sockets[0]) as channel:
        yield Reflected(channel)


@pytest.fixture
def lm(stack):
    with reflected(stack) as running:
        yield running


@pytest.fixture
def slow_lm(slow_stack):
    with reflected(slow_stack) as running:
        yield running


def test_lists_services(lm):
    services = set(lm.database.get_services())
    assert {LM, "ferro.admin.v1.AdminService", "grpc.health.v1.Health"} <= services


def test_tokenize_and_back(lm):
    reply = lm.call(LM, "Tokenize", text="Hello, wörld", return_pieces=True)
    assert len(reply.ids) == len(reply.pieces) > 0
    assert b"".join(reply.pieces).decode() == "Hello, wörld"
    assert lm.call(LM, "Detokenize", ids=reply.ids).text == "Hello, wörld"


def test_generate(lm):
    events = list(lm.call(LM, "Generate", text="The sea", max_tokens=12, return_tokens=True,
                          sampling={"temperature": 0, "ignore_eos": True}))
    kinds = [event.WhichOneof("event") for event in events]
    assert kinds[0] == "started" and kinds[-1] == "finished" and set(kinds[1:-1]) == {"delta"}
    assert sum(len(event.delta.tokens) for event in events[1:-1]) == 12
    assert events[-1].finished.usage.completion_tokens == 12


def test_errors_name_the_field(lm):
    with pytest.raises(grpc.RpcError) as caught:
        list(lm.call(LM, "Generate", text="x", sampling={"temperature": -1}))
    assert caught.value.code() == grpc.StatusCode.INVALID_ARGUMENT
    assert "temperature" in caught.value.details()
    with pytest.raises(grpc.RpcError) as caught:
        lm.call(LM, "Detokenize", ids=[1 << 30])
    assert caught.value.code() == grpc.StatusCode.INVALID_ARGUMENT


def test_a_deadline_ends_the_stream_and_frees_the_slot(slow_lm, slow_stack):
    with pytest.raises(grpc.RpcError) as caught:
        list(slow_lm.call(LM, "Generate", timeout=0.5, text="x", sampling={"ignore_eos": True}))
    assert caught.value.code() == grpc.StatusCode.DEADLINE_EXCEEDED
    slow_stack.wait_idle(5)


def test_cancel_frees_the_slot(slow_lm, slow_stack):
    call = slow_lm.call(LM, "Generate", text="x", sampling={"ignore_eos": True})
    next(call)
    wait_until(lambda: slow_stack.health()["slots"]["busy"] == 1, 5)
    call.cancel()
    slow_stack.wait_idle(5)


def test_health(lm):
    health = health_pb2_grpc.HealthStub(lm.channel)
    for service in ("", LM):
        assert health.Check(health_pb2.HealthCheckRequest(service=service)).status == health_pb2.HealthCheckResponse.SERVING
    with pytest.raises(grpc.RpcError) as caught:
        health.Check(health_pb2.HealthCheckRequest(service="no.such.Service"))
    assert caught.value.code() == grpc.StatusCode.NOT_FOUND
    watch = health.Watch(health_pb2.HealthCheckRequest(service="no.such.Service"), timeout=10)
    assert next(iter(watch)).status == health_pb2.HealthCheckResponse.SERVICE_UNKNOWN
    watch.cancel()


def test_admin(lm):
    model = lm.call("ferro.admin.v1.AdminService", "GetModel")
    assert "tiny-lfm2" in str(model)
