"""The reader: the encoder with a span head and an answer head."""

import torch
import torch.nn.functional as functional
from torch import nn

MASKED = -1e4


class Layer(nn.Module):
    def __init__(self, hidden, heads, feed_forward, epsilon):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(hidden, 3 * hidden)
        self.ao = nn.Linear(hidden, hidden)
        self.aln = nn.LayerNorm(hidden, epsilon)
        self.fi = nn.Linear(hidden, feed_forward)
        self.fo = nn.Linear(feed_forward, hidden)
        self.oln = nn.LayerNorm(hidden, epsilon)

    def forward(self, x, mask):
        batch, length, hidden = x.shape
        size = hidden // self.heads
        rows = batch * self.heads
        parts = self.qkv(x).view(batch, length, 3, self.heads, size).permute(2, 0, 3, 1, 4)
        query, key, value = parts.reshape(3, rows, length, size).unbind(0)
        # `bmm` trains several times faster on a CPU in bf16 than the fused attention.
        scores = torch.bmm(query * size**-0.5, key.transpose(1, 2))
        scores = scores.view(batch, self.heads, length, length) + mask
        weights = scores.softmax(-1).view(rows, length, length)
        mixed = torch.bmm(weights, value).view(batch, self.heads, length, size)
        x = self.aln(x + self.ao(mixed.transpose(1, 2).reshape(batch, length, hidden)))
        return self.oln(x + self.fo(functional.gelu(self.fi(x))))


class Encoder(nn.Module):
    def __init__(self, file):
        super().__init__()
        self.pos = nn.Parameter(torch.zeros(file.positions, file.hidden))
        self.eln = nn.LayerNorm(file.hidden, file.epsilon)
        self.layers = nn.ModuleList(
            Layer(file.hidden, file.heads, file.feed_forward, file.epsilon) for _ in range(file.layers)
        )

    def forward(self, embedded, attended):
        x = self.eln(embedded + self.pos[: embedded.shape[1]])
        mask = (attended[:, None, None, :].to(x.dtype) - 1) * -MASKED
        for layer in self.layers:
            x = layer(x, mask)
        return x


class Reader(nn.Module):
    """The word table stays outside the parameters: training never changes it."""

    def __init__(self, file):
        super().__init__()
        self.enc = Encoder(file)
        self.span = nn.Linear(file.hidden, 2)
        self.ans = nn.Sequential(nn.Linear(file.hidden, file.hidden), nn.Tanh(), nn.Linear(file.hidden, 1))
        nn.init.normal_(self.span.weight, std=0.02)
        nn.init.zeros_(self.span.bias)
        self._load_encoder(file)

    @torch.no_grad()
    def _load_encoder(self, file):
        hidden = file.hidden
        floats = lambda name: torch.from_numpy(file.floats(name))
        matrix = lambda name, columns: torch.from_numpy(file.matrix(name, columns))
        places = floats("emb.pos").view(file.positions, hidden)
        self.enc.pos.copy_(places + floats("emb.type")[:hidden])
        self._copy_norm(self.enc.eln, floats, "emb.ln")
        for number, layer in enumerate(self.enc.layers):
            name = f"l{number}"
            parts = ("q", "k", "v")
            layer.qkv.weight.copy_(torch.cat([matrix(f"{name}.{p}.w", hidden) for p in parts]))
            layer.qkv.bias.copy_(torch.cat([floats(f"{name}.{p}.b") for p in parts]))
            for part in ("ao", "fi", "fo"):
                linear = getattr(layer, part)
                linear.weight.copy_(matrix(f"{name}.{part}.w", linear.in_features))
                linear.bias.copy_(floats(f"{name}.{part}.b"))
            self._copy_norm(layer.aln, floats, f"{name}.aln")
            self._copy_norm(layer.oln, floats, f"{name}.oln")

    @staticmethod
    def _copy_norm(norm, floats, name):
        norm.weight.copy_(floats(f"{name}.w"))
        norm.bias.copy_(floats(f"{name}.b"))

    @torch.no_grad()
    def load_arrays(self, arrays):
        """Copies the named arrays over the parameters of the same names."""
        parameters = dict(self.named_parameters())
        for name in arrays:
            parameters[name].copy_(torch.from_numpy(arrays[name]).float())

    def forward(self, ids, attended, words):
        """Start scores, end scores and answer scores."""
        x = self.enc(functional.embedding(ids, words), attended)
        span = self.span(x).float()
        return span[..., 0], span[..., 1], self.ans(x[:, 0])[:, 0].float()


def word_table(file):
    return torch.from_numpy(file.matrix("emb.word", file.hidden))
