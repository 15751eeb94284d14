"""A text encoder of the shape of EmbeddingGemma 2 (GGUF architecture gemma-embedding2) in PyTorch.

Each parameter has the name of its GGUF tensor. Shapes: B texts of T tokens, width n, head dimension d. All norms are
RMSNorm. For each layer, with its own slice P of the per-layer inputs:

    x += post_attention_norm(attention(attn_norm(x)))       normed q, k and v; score q.k without 1/sqrt(d); both ways
    x += post_ffw_norm(down(gelu(gate(g)) * up(g)))         g = ffn_norm(x)
    x += post_norm(proj(gelu(inp_gate(x)) * P))
    x *= layer_output_scale

The vector is the mean over all tokens of output(output_norm(x)), scaled to length 1; so are its first values alone.
"""

import dataclasses

import torch
from torch import nn
from torch.nn import functional as F

from lib.lfm2 import RmsNorm, rope_tables, rotate


@dataclasses.dataclass(frozen=True)
class Config:
    """The shape. sliding has an entry a layer: such a layer sees window / 2 tokens to either side, others all."""

    vocabulary: int = 8192
    width: int = 256
    out: int = 512
    per_layer: int = 256
    feed_forward: int = 768
    heads: int = 4
    sliding: tuple[bool, ...] = (True, True, False, True, True, False)
    kv_heads: tuple[int, int] = (1, 2)  # of full and of sliding layers, as are the next two
    head_dim: tuple[int, int] = (128, 64)
    rope_base: tuple[float, float] = (1e6, 1e4)
    window: int = 64
    context: int = 2048
    eps: float = 1e-6
    dropout: float = 0.1  # of embeddings and of what layers add, in training only
    # Widths that its vectors may be cut to; Ferro offers those of the published model that are below `out`.
    widths: tuple[int, ...] = (512, 256, 128)


SMOKE = Config(width=64, out=512, per_layer=32, feed_forward=96, sliding=(True, False), head_dim=(64, 32))


def linear(inputs: int, outputs: int) -> nn.Linear:
    layer = nn.Linear(inputs, outputs, bias=False)
    nn.init.normal_(layer.weight, std=inputs**-0.5)
    return layer


def norm(width: int, config: Config, start: float = 1.0) -> RmsNorm:
    layer = RmsNorm(width, config.eps)
    nn.init.constant_(layer.weight, start)
    return layer


class Scalar(nn.Module):
    def __init__(self, value: float):
        super().__init__()
        self.weight = nn.Parameter(torch.tensor([value]))


class Layer(nn.Module):
    def __init__(self, config: Config, slides: bool):
        super().__init__()
        n, d = config.width, config.head_dim[slides]
        self.heads, self.kv_heads, self.d, self.eps = config.heads, config.kv_heads[slides], d, config.eps
        self.attn_norm = norm(n, config)
        self.attn_q, self.attn_k = linear(n, self.heads * d), linear(n, self.kv_heads * d)
        self.attn_v, self.attn_output = linear(n, self.kv_heads * d), linear(self.heads * d, n)
        # Together they stand for the usual 1/sqrt(d) at the start, since scores have none.
        self.attn_q_norm, self.attn_k_norm = norm(d, config, d**-0.25), norm(d, config, d**-0.25)
        # Small starts let the embedding through and keep the residual stream free of outliers.
        self.post_attention_norm, self.post_ffw_norm = norm(n, config, 0.3), norm(n, config, 0.3)
        self.post_norm = norm(n, config, 0.3)
        self.ffn_norm = norm(n, config)
        self.ffn_gate, self.ffn_up = linear(n, config.feed_forward), linear(n, config.feed_forward)
        self.ffn_down = linear(config.feed_forward, n)
        self.inp_gate, self.proj = linear(n, config.per_layer), linear(config.per_layer, n)
        self.layer_output_scale = Scalar(1.0)
        self.dropout = nn.Dropout(config.dropout)

    def attention(self, h, tables, mask):
        def split(y, heads):
            return y.unflatten(-1, (heads, self.d))

        q = rotate(self.attn_q_norm(split(self.attn_q(h), self.heads)), tables)
        k = rotate(self.attn_k_norm(split(self.attn_k(h), self.kv_heads)), tables)
        v = split(self.attn_v(h), self.kv_heads)
        v = F.rms_norm(v.float(), (self.d,), eps=self.eps).to(v.dtype)
        k, v = (y.repeat_interleave(self.heads // self.kv_heads, dim=2) for y in (k, v))
        q, k, v = (y.transpose(1, 2) for y in (q, k, v.to(q.dtype)))
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=mask, scale=1.0)
        return self.attn_output(y.transpose(1, 2).flatten(2))

    def forward(self, x, own, tables, mask):
        x = x + self.dropout(self.post_attention_norm(self.attention(self.attn_norm(x), tables, mask)))
        g = self.ffn_norm(x)
        g = self.ffn_down(F.gelu(self.ffn_gate(g), approximate="tanh") * self.ffn_up(g))
        x = x + self.dropout(self.post_ffw_norm(g))
        u = self.proj(F.gelu(self.inp_gate(x), approximate="tanh") * own)
        x = x + self.dropout(self.post_norm(u))
        return x * self.layer_output_scale.weight


class Encoder(nn.Module):
    def __init__(self, config: Config):
        super().__init__()
        self.config = config
        layers = len(config.sliding)
        self.dropout = nn.Dropout(config.dropout)
        self.token_embd = nn.Embedding(config.vocabulary, config.width)
        nn.init.normal_(self.token_embd.weight, std=config.width**-0.5)
        self.per_layer_model_proj = linear(config.width, config.per_layer * layers)
        self.per_layer_proj_norm = norm(config.per_layer, config)
        self.blk = nn.ModuleList(Layer(config, slides) for slides in config.sliding)
        self.output_norm = norm(config.width, config)
        self.output = linear(config.width, config.out)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        """ids (B, T), 0 where a text has ended -> vectors (B, out) of length 1, float32."""
        c, valid = self.config, ids != 0
        positions = torch.arange(ids.shape[1], device=ids.device)
        near = (positions[:, None] - positions).abs() <= c.window // 2
        seen = valid[:, None, None, :]
        # A row of padding sees itself at least, or its softmax would be NaN.
        masks = seen, (seen & near) | torch.eye(len(positions), dtype=torch.bool, device=ids.device)
        tables = [rope_tables(len(positions), d, base, ids.device) for d, base in zip(c.head_dim, c.rope_base)]

        x = self.dropout(self.token_embd(ids) * c.width**0.5)
        own = (self.per_layer_model_proj(x) * c.width**-0.5).unflatten(-1, (len(c.sliding), c.per_layer))
        own = self.per_layer_proj_norm(own)
        for i, (layer, slides) in enumerate(zip(self.blk, c.sliding)):
            x = layer(x, own[:, :, i], tables[slides], masks[slides])
        x = self.output_norm(x.float()) * valid[..., None]
        mean = x.sum(1) / valid.sum(1, keepdim=True)
        with torch.autocast(ids.device.type, enabled=False):
            return F.normalize(F.linear(mean, self.output.weight.float()), dim=-1)


def count_parameters(model: nn.Module) -> int:
    return sum(p.numel() for p in model.parameters())
