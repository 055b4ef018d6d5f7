"""The state of a training run on disk, written whole or not at all."""

import os
from dataclasses import dataclass

import numpy as np
import torch

LATEST = "latest.pt"
KEPT = ("master", "first", "second", "state")


@dataclass
class Checkpoint:
    tensors: dict
    names: list
    data_path: str

    @classmethod
    def of(cls, shared, data_path):
        return cls({kept: getattr(shared, kept).clone() for kept in KEPT}, shared.names, data_path)

    @classmethod
    def latest(cls, folder):
        path = os.path.join(folder, LATEST)
        return cls(**torch.load(path)) if os.path.exists(path) else None

    def save(self, folder):
        """Replaces the newest checkpoint, and keeps the weights alone by step."""
        path = os.path.join(folder, LATEST)
        torch.save(vars(self), path + ".new")
        os.replace(path + ".new", path)
        arrays = os.path.join(folder, f"step-{int(self.tensors['state'][0]):06d}.npz")
        with open(arrays + ".new", "wb") as out:
            np.savez(out, **self.arrays())
        os.replace(arrays + ".new", arrays)

    def restore(self, shared):
        for kept in KEPT:
            getattr(shared, kept).copy_(self.tensors[kept])
        shared.weights.copy_(shared.master)

    def arrays(self):
        """The trained weights as 16-bit floats by name."""
        place, arrays = 0, {}
        for name, shape in self.names:
            size = int(np.prod(shape))
            part = self.tensors["master"][place : place + size]
            arrays[name] = part.view(shape).half().numpy()
            place += size
        return arrays
