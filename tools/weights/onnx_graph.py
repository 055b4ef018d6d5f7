"""Builds an ONNX graph whose large tensors lie in data files that the runtime maps into memory."""

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

MICROSOFT = "com.microsoft"
# Smaller tensors stay in the graph.
MIN_EXTERNAL_BYTES = 1024
# Mappings begin at page borders, and Windows maps in steps of 64 KiB.
ALIGNMENT = 65_536
MIN_ALIGNED_BYTES = 1_048_576


class DataFile:
    """The tensors of one data file. A second graph can refer to a tensor that the first one placed."""

    def __init__(self, name: str):
        self.name = name
        self.content = bytearray()
        self.places: dict[str, tuple[int, int]] = {}

    def place(self, key: str, array: np.ndarray) -> tuple[int, int]:
        if key not in self.places:
            if array.nbytes >= MIN_ALIGNED_BYTES:
                self.content.extend(bytes(-len(self.content) % ALIGNMENT))
            self.places[key] = (len(self.content), array.nbytes)
            self.content.extend(np.ascontiguousarray(array).tobytes())
        return self.places[key]

    def write(self, folder: Path) -> None:
        (folder / self.name).write_bytes(self.content)


class OnnxGraph:
    def __init__(self, name: str, data: DataFile):
        self.name = name
        self.data = data
        self.nodes: list[onnx.NodeProto] = []
        self.tensors: dict[str, TensorProto] = {}

    def tensor(self, name: str, array: np.ndarray, data: DataFile | None = None) -> str:
        if name in self.tensors:
            return name
        if array.nbytes < MIN_EXTERNAL_BYTES:
            self.tensors[name] = numpy_helper.from_array(np.array(array, order="C"), name)
            return name
        file = data or self.data
        offset, length = file.place(name, array)
        kind = helper.np_dtype_to_tensor_dtype(array.dtype)
        tensor = TensorProto(name=name, data_type=kind, dims=array.shape)
        tensor.data_location = TensorProto.EXTERNAL
        for key, value in (("location", file.name), ("offset", offset), ("length", length)):
            tensor.external_data.add(key=key, value=str(value))
        self.tensors[name] = tensor
        return name

    def node(self, kind: str, inputs: list[str], outputs: int | list[str] = 1, domain: str = "", **attributes):
        """Returns the name of the output, or the names of several."""
        names = outputs if isinstance(outputs, list) else [f"{len(self.nodes)}.{at}" for at in range(outputs)]
        node = helper.make_node(kind, inputs, names, domain=domain, name=f"{len(self.nodes)} {kind}", **attributes)
        self.nodes.append(node)
        return names[0] if len(names) == 1 else names

    def write(self, folder: Path, outputs: list[tuple[str, list]]) -> None:
        ids = helper.make_tensor_value_info("ids", TensorProto.INT64, [1, "length"])
        results = [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in outputs]
        graph = helper.make_graph(self.nodes, self.name, [ids], results, list(self.tensors.values()))
        opsets = [helper.make_opsetid("", 21), helper.make_opsetid(MICROSOFT, 1)]
        model = helper.make_model(graph, opset_imports=opsets, ir_version=10, producer_name="tools/weights")
        (folder / f"{self.name}.onnx").write_bytes(model.SerializeToString(deterministic=True))
