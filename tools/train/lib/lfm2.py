"""The LFM2 trunk in PyTorch, causal (language models) or bidirectional (encoders).

Each parameter has the name of its GGUF tensor (`blk.2.attn_q.weight`, ...): `state_dict()` is what a file holds.
Shapes: B sequences of T tokens, width n, head dimension d. All norms are RMSNorm: y = x / sqrt(mean(x^2) + eps) * w.

    layer:      x += operator(attn_norm(x));  x += down(silu(gate(g)) * up(g)) with g = ffn_norm(x)
    operator:   grouped-query attention with normed, rotated queries and keys, or a gated short convolution
"""

import dataclasses

import torch
from torch import nn
from torch.nn import functional as F

from lib.fused import fused


@dataclasses.dataclass(frozen=True)
class Lfm2Config:
    """The shape of a trunk. kv_heads has an entry a layer: 0 is a short convolution, else attention's key heads."""

    vocabulary: int
    width: int
    feed_forward: int
    heads: int
    kv_heads: tuple[int, ...]
    context: int = 4096
    causal: bool = True
    taps: int = 3
    rope_base: float = 1e6
    eps: float = 1e-5

    @property
    def head_dim(self) -> int:
        return self.width // self.heads


def at_least_float32(x: torch.Tensor) -> torch.Tensor:
    """Training runs in bfloat16 but for the operations that ask for this; goldens are computed in float64."""
    return x if x.dtype == torch.float64 else x.float()


def normed(x: torch.Tensor, weight: torch.Tensor, eps: float) -> torch.Tensor:
    y = at_least_float32(x)
    return y * torch.rsqrt(y.square().mean(-1, keepdim=True) + eps) * at_least_float32(weight)


@fused
def rms_norm(x: torch.Tensor, weight: torch.Tensor, eps: float, dtype: torch.dtype) -> torch.Tensor:
    """Over the last axis."""
    return normed(x, weight, eps).to(dtype)


class RmsNorm(nn.Module):
    """RMSNorm over the last axis."""

    def __init__(self, width: int, eps: float):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.eps = eps

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        # Rounded once for all matrices that read it, not by each.
        dtype = torch.get_autocast_dtype("cuda") if torch.is_autocast_enabled("cuda") else x.dtype
        return rms_norm(x, self.weight, self.eps, dtype)


def rope_tables(
    length: int, head_dim: int, base: float, device: torch.device, dtype: torch.dtype = torch.float32
) -> tuple[torch.Tensor, torch.Tensor]:
    """cos and sin (T, 1, d) of the angles pos * base^(-2i/d): cos twice, then -sin and sin."""
    half = head_dim // 2
    rate = base ** (-torch.arange(half, device=device, dtype=torch.float64) / half)
    angle = torch.arange(length, device=device, dtype=torch.float64)[:, None] * rate
    cos, sin = angle.cos()[:, None].to(dtype), angle.sin()[:, None].to(dtype)
    return torch.cat([cos, cos], dim=-1), torch.cat([-sin, sin], dim=-1)


def rotate(x: torch.Tensor, tables: tuple[torch.Tensor, torch.Tensor]) -> torch.Tensor:
    """Rotates the pairs (i, i + d/2) of x (B, T, heads, d)."""
    cos, sin = tables
    a, b = x.chunk(2, dim=-1)
    return (x * cos + torch.cat([b, a], dim=-1) * sin).to(x.dtype)


@fused
def normed_and_rotated(
    x: torch.Tensor, weight: torch.Tensor, eps: float, tables: tuple[torch.Tensor, torch.Tensor]
) -> torch.Tensor:
    """What attention does to queries and keys (B, T, heads, d)."""
    return rotate(normed(x, weight, eps), tables).to(x.dtype)


@fused
def gated(gate: torch.Tensor, up: torch.Tensor) -> torch.Tensor:
    """SwiGLU."""
    return F.silu(gate) * up


@fused
def product(b: torch.Tensor, x: torch.Tensor, valid: torch.Tensor | None) -> torch.Tensor:
    """(B, T, n), zero where `valid` (B, T) is not."""
    return b * x if valid is None else b * x * valid[..., None].to(x.dtype)


@fused
def gated_convolution(c: torch.Tensor, u: torch.Tensor, weight: torch.Tensor, before: int) -> torch.Tensor:
    """c * v of ConvLayer: c, u (B, T, n), weight (n, taps), of which `before` read what is before a token."""
    taps, length = weight.shape[1], u.shape[1]
    u, weight = F.pad(u, (0, 0, before, taps - 1 - before)), weight.to(u.dtype)
    return c * sum(u[:, k : k + length] * weight[:, k] for k in range(taps))


class Layer(nn.Module):
    """What both kinds of layer have: the norms and the feed-forward half. A subclass is its operator."""

    def __init__(self, config: Lfm2Config):
        super().__init__()
        n, ff = config.width, config.feed_forward
        self.attn_norm = RmsNorm(n, config.eps)
        self.ffn_norm = RmsNorm(n, config.eps)
        self.ffn_gate = nn.Linear(n, ff, bias=False)
        self.ffn_up = nn.Linear(n, ff, bias=False)
        self.ffn_down = nn.Linear(ff, n, bias=False)

    def operator(self, h, tables, valid):
        raise NotImplementedError

    def forward(self, x, tables, valid):
        x = x + self.operator(self.attn_norm(x), tables, valid)
        g = self.ffn_norm(x)
        return x + self.ffn_down(gated(self.ffn_gate(g), self.ffn_up(g)))


class AttentionLayer(Layer):
    """Query head j reads key head j // (heads / kv_heads)."""

    def __init__(self, config: Lfm2Config, kv_heads: int):
        super().__init__(config)
        n, d = config.width, config.head_dim
        self.heads, self.kv_heads, self.head_dim, self.causal = config.heads, kv_heads, d, config.causal
        self.attn_q = nn.Linear(n, config.heads * d, bias=False)
        self.attn_k = nn.Linear(n, kv_heads * d, bias=False)
        self.attn_v = nn.Linear(n, kv_heads * d, bias=False)
        self.attn_output = nn.Linear(config.heads * d, n, bias=False)
        self.attn_q_norm = RmsNorm(d, config.eps)
        self.attn_k_norm = RmsNorm(d, config.eps)

    def operator(self, h, tables, valid):
        def split(y, heads):
            return y.unflatten(-1, (heads, self.head_dim))

        def turned(y, norm):
            return normed_and_rotated(y, norm.weight, norm.eps, tables)

        q = turned(split(self.attn_q(h), self.heads), self.attn_q_norm)
        k = turned(split(self.attn_k(h), self.kv_heads), self.attn_k_norm)
        v = split(self.attn_v(h), self.kv_heads)
        k, v = (y.repeat_interleave(self.heads // self.kv_heads, dim=2) for y in (k, v))
        q, k, v = (y.transpose(1, 2) for y in (q, k, v.to(q.dtype)))
        # Padding is at the end: under a causal mask no real token sees it.
        mask = None if self.causal or valid is None else valid[:, None, None, :]
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=mask, is_causal=self.causal)
        return self.attn_output(y.transpose(1, 2).flatten(2))


class ShortConv(nn.Module):
    """The three matrices of a gated short convolution; conv.weight is (n, taps), the oldest tap first."""

    def __init__(self, config: Lfm2Config):
        super().__init__()
        n = config.width
        self.in_proj = nn.Linear(n, 3 * n, bias=False)
        self.out_proj = nn.Linear(n, n, bias=False)
        self.conv = nn.Module()
        self.conv.weight = nn.Parameter(torch.empty(n, config.taps))


class ConvLayer(Layer):
    """[B, C, X] = in_proj(h); u = B * X; v = depthwise convolution of u; out_proj(C * v).

    Causal: v_t reads u_{t-taps+1} .. u_t. Bidirectional: the same taps centred on t.
    """

    def __init__(self, config: Lfm2Config):
        super().__init__(config)
        self.shortconv = ShortConv(config)
        self.taps, self.causal = config.taps, config.causal

    def operator(self, h, tables, valid):
        before = self.taps - 1 if self.causal else self.taps // 2
        b, c, x = self.shortconv.in_proj(h).chunk(3, dim=-1)
        u = product(b, x, None if self.causal else valid)
        return self.shortconv.out_proj(gated_convolution(c, u, self.shortconv.conv.weight, before))


class Trunk(nn.Module):
    """Embedding, layers and the final norm, which GGUF calls token_embd_norm."""

    def __init__(self, config: Lfm2Config):
        super().__init__()
        self.config = config
        self.token_embd = nn.Embedding(config.vocabulary, config.width)
        self.blk = nn.ModuleList(AttentionLayer(config, kv) if kv else ConvLayer(config) for kv in config.kv_heads)
        self.token_embd_norm = RmsNorm(config.width, config.eps)
        self._initialise()

    def _initialise(self):
        """Normal(0, 0.02), less for what is added to the residual stream: a deep trunk starts near its embedding."""
        residual = 0.02 / (2 * len(self.blk)) ** 0.5
        for name, p in self.named_parameters():
            if name.endswith("shortconv.conv.weight"):
                nn.init.normal_(p, std=0.3)
            elif p.dim() == 2:
                added = name.endswith(("attn_output.weight", "ffn_down.weight", "out_proj.weight"))
                nn.init.normal_(p, std=residual if added else 0.02)

    def forward(self, ids: torch.Tensor, valid: torch.Tensor | None = None) -> torch.Tensor:
        """ids (B, T), padded at the end -> hidden states (B, T, n) after the final norm.

        valid (B, T) is true for real tokens. A causal trunk does not need it; a bidirectional one does where rows are
        padded.
        """
        x = self.token_embd(ids)
        dtype = at_least_float32(x[:0]).dtype
        tables = rope_tables(ids.shape[1], self.config.head_dim, self.config.rope_base, ids.device, dtype)
        for layer in self.blk:
            x = layer(x, tables, valid)
        return self.token_embd_norm(x)

    def logits(self, hidden: torch.Tensor) -> torch.Tensor:
        """Hidden states (..., n) -> logits (..., V); the output matrix is the embedding."""
        return F.linear(hidden, self.token_embd.weight.to(hidden.dtype))


def gguf_metadata(config: Lfm2Config, name: str) -> dict:
    """The keys lfm2.* and general.* of a trunk. general.file_type and the tokenizer's keys come from elsewhere."""
    return {
        "general.architecture": "lfm2",
        "general.name": name,
        "general.license": "apache-2.0",
        "lfm2.block_count": len(config.kv_heads),
        "lfm2.context_length": config.context,
        "lfm2.embedding_length": config.width,
        "lfm2.feed_forward_length": config.feed_forward,
        "lfm2.attention.head_count": config.heads,
        "lfm2.attention.head_count_kv": list(config.kv_heads),
        "lfm2.attention.layer_norm_rms_epsilon": config.eps,
        "lfm2.rope.freq_base": config.rope_base,
        "lfm2.vocab_size": config.vocabulary,
        "lfm2.shortconv.l_cache": config.taps,
    }
