"""Exports the weights of gte-small from ONNX to the small file that teacher.py starts from.

  python3 export_teacher.py MODEL GTE

MODEL    a folder with gte-small as it is published for ONNX: onnx/model.onnx, config.json, tokenizer.json
GTE      where gte.npz, config.json and tokenizer.json are written

Large matrices are kept as signed bytes with one scale for 64 values (32 MB instead of 133): fine-tuning starts from
weights that are within half a percent of the published ones.
"""

import os
import shutil
import sys

import numpy as np
import onnx
from onnx import numpy_helper

MODEL, GTE = sys.argv[1:3]
GROUP = 64
LARGE = 10_000


def names_of_weights(graph, constants):
    """Matrices of MatMul nodes have lost their names; the node's own name tells whose they are."""
    names = {}
    for node in graph.node:
        if node.op_type == "MatMul":
            for source in node.input:
                if source in constants:
                    names[source] = node.name.strip("/").replace("/MatMul", "").replace("/", ".") + ".weight"
    return names


def quantised(matrix):
    groups = matrix.reshape(matrix.shape[0], -1, GROUP)
    scale = np.abs(groups).max(-1, keepdims=True) / 127 + 1e-12
    return np.round(groups / scale).astype(np.int8), scale.astype(np.float16)


def main():
    graph = onnx.load(f"{MODEL}/onnx/model.onnx").graph
    constants = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    names = names_of_weights(graph, constants)
    out = {}
    for source, value in constants.items():
        name = names.get(source, source)
        value = value.T if source in names else value
        if "onnx::" in name or name.startswith("/") or value.ndim == 0 or value.dtype != np.float32:
            continue
        if value.ndim == 2 and value.size > LARGE:
            out[f"q:{name}"], out[f"s:{name}"] = quantised(value)
        else:
            out[name] = value
    os.makedirs(GTE, exist_ok=True)
    np.savez_compressed(f"{GTE}/gte.npz", **out)
    for file in ("config.json", "tokenizer.json"):
        shutil.copy(f"{MODEL}/{file}", GTE)


main()
