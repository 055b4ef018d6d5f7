import type { Tensor } from "../../src/semantic/model/tensors.ts";
import { layerNames, type OriginalEncoder, OUTER_NAMES, type Weights } from "./original-encoder.ts";

const INT8_MAX = 127;

/** The encoder's arrays in the service's format: byte matrices in column order, each column with a scale. */
export function quantizeWeights(original: OriginalEncoder): Map<string, Tensor> {
  const tensors = new Map<string, Tensor>();
  const floats = (name: string, ending: string): void =>
    void tensors.set(name, floatsOf(original.weights(ending)));
  const matrix = (name: string, [kernel, bias]: readonly [string, string]): void => {
    addRounded(tensors, name, turned(original.weights(kernel)));
    floats(`${name}.bias`, bias);
  };
  addRounded(tensors, "embeddings", original.weights(OUTER_NAMES.embeddings));
  floats("frequencies", OUTER_NAMES.frequencies);
  for (const layer of ["layer0", "layer1"] as const) {
    const { matrices, norms } = layerNames(layer);
    for (const [name, endings] of Object.entries(matrices)) matrix(`${layer}.${name}`, endings);
    for (const [name, [scale, bias]] of Object.entries(norms)) {
      floats(`${layer}.${name}.scale`, scale);
      floats(`${layer}.${name}.bias`, bias);
    }
  }
  matrix("last", OUTER_NAMES.last);
  return tensors;
}

function floatsOf({ values }: Weights): Tensor {
  return { shape: [values.length], values };
}

/** Transposes columns to rows. */
function turned({ shape, values }: Weights): Weights {
  const [depth = 0, width = 0] = shape.slice(-2);
  const result = new Float32Array(values.length);
  for (const [at, value] of values.entries()) result[(at % width) * depth + Math.floor(at / width)] = value;
  return { shape: [width, depth], values: result };
}

function addRounded(tensors: Map<string, Tensor>, name: string, { shape, values }: Weights): void {
  const [count = 0, depth = 0] = shape;
  const bytes = new Int8Array(values.length);
  const scales = new Float32Array(count);
  for (let row = 0; row < count; row += 1) {
    const vector = values.subarray(row * depth, (row + 1) * depth);
    const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
    scales[row] = largest / INT8_MAX;
    for (const [at, value] of vector.entries())
      bytes[row * depth + at] = Math.round((value / largest) * INT8_MAX);
  }
  tensors.set(name, { shape: [count, depth], values: bytes });
  tensors.set(`${name}.scales`, { shape: [count], values: scales });
}
