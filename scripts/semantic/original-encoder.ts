import { readFile } from "node:fs/promises";
import { join } from "node:path";

interface WeightsFile {
  readonly weightsManifest: readonly {
    readonly paths: readonly string[];
    readonly weights: readonly {
      readonly name: string;
      readonly shape: readonly number[];
      readonly dtype: string;
    }[];
  }[];
}

export interface Weights {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

/** The arrays of the published encoder and its vocabulary, one subword a line. */
export interface OriginalEncoder {
  /** @throws Error unless exactly one name has this ending */
  readonly weights: (ending: string) => Weights;
  readonly vocabulary: string;
}

const SCOPE = "Encoder_en/KonaTransformer/Encode/";

/** @param folder of the package */
export async function readOriginalEncoder(folder: string): Promise<OriginalEncoder> {
  const model = JSON.parse(await readFile(join(folder, "dist", "model.json"), "utf8")) as WeightsFile;
  const arrays = new Map<string, Weights>();
  for (const { paths, weights } of model.weightsManifest) {
    const bytes = Buffer.concat(
      await Promise.all(paths.map(async (path) => await readFile(join(folder, "dist", path)))),
    );
    const { buffer } = new Uint8Array(bytes);
    let at = 0;
    for (const { name, shape, dtype } of weights) {
      const length = shape.reduce((product, size) => product * size, 1);
      if (dtype === "float32") arrays.set(name, { shape, values: new Float32Array(buffer, at, length) });
      at += length * 4;
    }
  }
  const pieces = JSON.parse(await readFile(join(folder, "dist", "vocab.json"), "utf8")) as [
    string,
    number | null,
  ][];
  return {
    weights: (ending) => {
      const [found, ...others] = [...arrays].filter(([name]) => name.endsWith(ending));
      if (found === undefined || others.length > 0)
        throw new Error(`The encoder has no single array named ${ending}.`);
      return found[1];
    },
    vocabulary: withAllScores(pieces)
      .map(([piece, score]) => `${piece}\t${score}`)
      .join(" "),
  };
}

/**
 * The package lacks the scores of eight subwords that begin with a colon. Subwords are sorted by score, so
 * each takes its predecessor's.
 */
function withAllScores(pieces: readonly (readonly [string, number | null])[]): [string, number][] {
  let last = 0;
  return pieces.map(([piece, score]) => {
    if (score !== null && score <= 0) last = score;
    return [piece, last];
  });
}

/**
 * The published names of a layer's arrays by our names: kernel and bias of each matrix, scale and bias of
 * each norm.
 */
export function layerNames(layer: "layer0" | "layer1") {
  const at = `${SCOPE}${layer === "layer0" ? "Layer_0" : "Layer_1"}/TransformerLayer/`;
  const stack = at.replace("Encode/", "Encode/TransformerStack/");
  const attention = `${at}MultiheadAttention/`;
  const bias = (part: string): string => `${part}/bias/ConcatPartitions/concat`;
  const dense = (part: string): [string, string] => [`${part}/kernel/part_0`, bias(part)];
  const norm = (part: string): [string, string] => {
    const of = (what: string): string =>
      `${part}layer_prepostprocess/layer_norm/layer_norm_${what}/ConcatPartitions/concat`;
    return [of("scale"), of("bias")];
  };
  const matrices: Record<string, [string, string]> = {
    heads: dense(`${attention}qkv_transform_single`),
    joined: dense(`${attention}output_transform_single`),
    forward: [`${stack}FFN/conv1/Tensordot/Reshape_1`, bias(`${at}FFN/conv1`)],
    back: [`${stack}FFN/conv2/Tensordot/Reshape_1`, bias(`${at}FFN/conv2`)],
  };
  if (layer === "layer0")
    matrices["widened"] = [`${at}dense/kernel/ConcatPartitions/concat`, bias(`${at}dense`)];
  return { matrices, norms: { beforeAttention: norm(at), beforeForward: norm(`${at}FFN/`) } };
}

export const OUTER_NAMES = {
  embeddings: "module/Embeddings_en",
  frequencies: "AddTimingSignal/TimingSignal/ExpandDims_1",
  last: ["hidden_layers/tanh_layer_0/weights", "hidden_layers/tanh_layer_0/bias"],
} as const;
