"""Reads the 4-bit weights file of multilingual-e5-small: tokenizer tables and tensors."""

import struct

import numpy as np

BLOCK = 32
BLOCK_BYTES = 18


class E5File:
    """The header, the unigram vocabulary, the character map and the tensors of one file."""

    def __init__(self, path):
        self.bytes = np.memmap(path, dtype=np.uint8, mode="r")
        self.raw = memoryview(self.bytes)
        if bytes(self.raw[:4]) != b"E5S1":
            raise ValueError(f"{path} is not an E5S1 file")
        self.position = 8
        self.hidden, self.layers, self.heads, self.feed_forward = self._take("<4i")
        self.vocabulary, self.positions, _types = self._take("<3i")
        (self.epsilon,) = self._take("<f")
        self._take("<i")
        count, self.bos, self.eos, self.pad, self.unknown = self._take("<5i")
        self._read_pieces(count)
        self._read_character_map()
        self._read_directory()

    def _take(self, layout):
        values = struct.unpack_from(layout, self.raw, self.position)
        self.position += struct.calcsize(layout)
        return values

    def _read_pieces(self, count):
        (length,) = self._take("<Q")
        offsets = np.frombuffer(self.raw, "<u4", count + 1, self.position)
        self.position += 4 * (count + 1)
        self.scores = np.frombuffer(self.raw, "<f4", count, self.position).copy()
        self.position += 4 * count
        blob = bytes(self.raw[self.position : self.position + length])
        self.position += length
        self.pieces = [blob[offsets[i] : offsets[i + 1]].decode() for i in range(count)]

    def _read_character_map(self):
        count, length = self._take("<iI")
        end = self.position + length
        self.character_map = {}
        for _ in range(count):
            code, size = self._take("<IB")
            self.character_map[chr(code)] = "".join(map(chr, self._take(f"<{size}I")))
        self.position = end

    def _read_directory(self):
        (count,) = self._take("<i")
        self.tensors = {}
        for _ in range(count):
            (length,) = self._take("<H")
            name = bytes(self.raw[self.position : self.position + length]).decode()
            self.position += length
            _type, _items, offset, size = self._take("<BIQQ")
            self.tensors[name] = (offset, size)

    def floats(self, name):
        """A tensor that the file holds as 32-bit floats."""
        offset, size = self.tensors[name]
        return np.frombuffer(self.bytes, "<f4", size // 4, offset).copy()

    def matrix(self, name, columns):
        """A tensor that the file holds in 4-bit blocks, as 32-bit floats."""
        offset, size = self.tensors[name]
        blocks = np.frombuffer(self.bytes, np.uint8, size, offset).reshape(-1, BLOCK_BYTES)
        scales = blocks[:, :2].copy().view("<f2").astype(np.float32)
        nibbles = blocks[:, 2:]
        values = np.concatenate([nibbles & 15, nibbles >> 4], axis=1).astype(np.float32) - 8
        return (values * scales).reshape(-1, columns)
