"""The decision model: LFM2's trunk, bidirectional, and a head that scores the marker in front of each option.

Shapes: B questions of T tokens, K options at most, width n. The head's blocks have LayerNorms, biases, as many key
heads as query heads, no positions and a ReLU between: x += attention(norm(x)); x += down(relu(up(norm(x)))).
"""

import torch
from torch import nn
from torch.nn import functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel

from lib.lfm2 import AttentionLayer, Lfm2Config, Trunk, gguf_metadata

HEAD_BLOCKS = 2
# Not cuDNN's, which is suspected of gradients that are no numbers under a mask.
ATTENTION = [SDPBackend.EFFICIENT_ATTENTION, SDPBackend.MATH]
EPS = 1e-5
# Rows of the answers that are calibrated together, as the engine looks temperatures up.
BUCKETS = ((2, "2"), (5, "3_5"), (10, "6_10"), (255, "11"))

CONFIG = dict(width=256, feed_forward=704, heads=4, kv_heads=(0, 2, 0, 2, 0, 2, 0, 2), context=16384, causal=False)
SMOKE_CONFIG = dict(width=128, feed_forward=192, heads=2, kv_heads=(0, 1), context=16384, causal=False)


def bucket(count):
    return next(name for most, name in BUCKETS if count <= most)


class HeadBlock(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.attn_norm, self.ffn_norm = nn.LayerNorm(width, EPS), nn.LayerNorm(width, EPS)
        self.attn_qkv, self.attn_output = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.ffn_up, self.ffn_down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x, valid):
        q, k, v = (
            y.unflatten(-1, (self.heads, -1)).transpose(1, 2) for y in self.attn_qkv(self.attn_norm(x)).chunk(3, dim=-1)
        )
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=valid[:, None, None, :])
        x = x + self.attn_output(y.transpose(1, 2).flatten(2))
        return x + self.ffn_down(F.relu(self.ffn_up(self.ffn_norm(x))))


class WordEmbedding(nn.Embedding):
    """An embedding that begins as `start`, and while training forgets for some tokens what it has learnt since.

    So the model must also read a frequent word by what the dictionaries say of it, as it has to read a rare one. The
    first `kept` tokens, the control tokens, are never forgotten.
    """

    FORGETS = ((0.0, 0.6), (0.4, 0.25), (1.0, 0.15))  # (share of a question's tokens, share of the questions)

    def __init__(self, count, width):
        super().__init__(count, width)
        self.register_buffer("start", None, persistent=False)

    @torch.no_grad()
    def start_as(self, vectors, kept):
        self.start, self.kept = vectors.to(self.weight), kept
        self.weight.copy_(self.start)

    def forward(self, ids):
        x = super().forward(ids)
        if not self.training or self.start is None:
            return x
        draw, share, low = torch.rand(len(ids), 1, device=ids.device), 0.0, 0.0
        for part, questions in self.FORGETS:
            share = share + part * ((draw >= low) & (draw < low + questions))
            low += questions
        forgets = (torch.rand(ids.shape, device=ids.device) < share) & (ids >= self.kept)
        return torch.where(forgets[..., None], self.start[ids], x)


class DecisionModel(nn.Module):
    def __init__(self, config: Lfm2Config):
        super().__init__()
        n = config.width
        self.config = config
        self.trunk = Trunk(config)
        self.trunk.token_embd = WordEmbedding(config.vocabulary, n)
        self.token_types = nn.Embedding(3, n)
        self.head = nn.ModuleList(HeadBlock(n, config.heads) for _ in range(HEAD_BLOCKS))
        self.cls_norm, self.cls, self.cls_output = nn.LayerNorm(n, EPS), nn.Linear(n, n), nn.Linear(n, 1)
        self.dropout = nn.Dropout(0.1)
        self._match_at_first()
        for name, p in self.named_parameters():
            if not name.startswith("trunk."):
                if p.dim() == 2:
                    nn.init.normal_(p, std=0.02)
                elif name.endswith("bias"):
                    nn.init.zeros_(p)

    @torch.no_grad()
    def _match_at_first(self):
        """Lets one query head of each key head begin as the key head itself, so that equal words look at each other.

        Many questions ask whether a word of the question or of an option stands in the state; heads that compare are
        found late, if at all, from random ones.
        """
        for layer in self.trunk.blk:
            if isinstance(layer, AttentionLayer):
                queries = layer.attn_q.weight.view(layer.kv_heads, -1, layer.head_dim, self.config.width)
                queries[:, 0] = layer.attn_k.weight.view(layer.kv_heads, layer.head_dim, self.config.width)

    def hidden(self, ids, lengths):
        """ids (B, T) and lengths (B) -> the trunk's states (B, T, n), and which of them are real (B, T)."""
        valid = torch.arange(ids.shape[1], device=ids.device)[None] < lengths[:, None]
        return self.trunk(ids, valid), valid

    def forward(self, ids, lengths, types, markers):
        """types (B), markers (B, K) with -1 where there is no option -> scores (B, K), -inf there."""
        return self.scores(*self.hidden(ids, lengths), types, markers)

    def scores(self, hidden, valid, types, markers):
        x = self.dropout(hidden) + self.token_types(types)[:, None].to(torch.float32)
        for block in self.head:
            x = block(x, valid)
        rows = markers.clamp(min=0)[..., None].expand(-1, -1, x.shape[-1])
        h = F.gelu(self.cls(self.cls_norm(x.gather(1, rows))))
        return self.cls_output(self.dropout(h))[..., 0].float().masked_fill(markers < 0, float("-inf"))


def decision_loss(scores, batch):
    """Cross-entropy of each question with its targets, which may be split among options."""
    chance = scores.log_softmax(-1).masked_fill(batch["markers"] < 0, 0.0)
    return -(batch["targets"] * chance).sum(-1)


def word_loss(model, hidden, batch):
    """Cross-entropy of the words that were hidden in the text, by the embedding as output matrix.

    Of a fixed number of places, more than there are hidden words, so that no shape depends on a draw.
    """
    words = batch["hidden_words"].flatten()
    places = (words >= 0).float().topk(len(words) // 32).indices
    return F.cross_entropy(model.trunk.logits(hidden.flatten(0, 1)[places]).float(), words[places], ignore_index=-1)


def loss_of(model, batch):
    """Decisions, and a quarter of guessing hidden words: so the trunk learns early which words stand for each other.

    Questions with hidden words are not decided, for the word may be the one that tells.
    """
    with sdpa_kernel(ATTENTION):
        hidden, valid = model.hidden(batch["ids"], batch["lengths"])
        losses = decision_loss(model.scores(hidden, valid, batch["types"], batch["markers"]), batch)
    whole = (batch["hidden_words"] < 0).all(-1)
    return (losses * whole).sum() / whole.sum() + 0.25 * word_loss(model, hidden, batch)


def gguf_tensors(model):
    """Names as in published files: the head's blocks follow the trunk's."""
    layers = len(model.config.kv_heads)
    out = {}
    for name, tensor in model.state_dict().items():
        if name.startswith("head."):
            _, block, rest = name.split(".", 2)
            name = f"blk.{layers + int(block)}.{rest}"
        name = name.removeprefix("trunk.").replace("cls_norm.", "cls.norm.").replace("cls_output.", "cls.output.")
        out[name] = tensor.reshape(-1) if name == "cls.output.weight" else tensor
    return out


def metadata(config, name, temperatures, mask_token, template):
    """The keys of the model. temperatures: `choice.3_5` -> value."""
    layers, heads = len(config.kv_heads), config.heads
    keys = gguf_metadata(config, name)
    keys.update(
        {
            "lfm2.block_count": layers + HEAD_BLOCKS,
            "lfm2.feed_forward_length": [config.feed_forward] * layers + [4 * config.width] * HEAD_BLOCKS,
            "lfm2.attention.head_count_kv": list(config.kv_heads) + [heads] * HEAD_BLOCKS,
            "lfm2.attention.layer_norm_epsilon": EPS,
            "lfm2.attention.causal": False,
            "lfm2.decision.type": "lfm2-d1-omni",
            "lfm2.decision.block_count": HEAD_BLOCKS,
            "tokenizer.ggml.token_type_count": 3,
            "tokenizer.ggml.mask_token_id": mask_token,
            "tokenizer.chat_templates": ["systemone"],
            "tokenizer.chat_template.systemone": template,
        }
    )
    keys.update({f"lfm2.decision.temperature.{key}": float(value) for key, value in temperatures.items()})
    return keys
