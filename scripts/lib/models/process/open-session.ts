import { availableParallelism } from "node:os";
import { InferenceSession, Tensor } from "onnxruntime-node";

const MAX_THREADS = 2;

/** A model with token ids as its only input, which reads one text at a time. */
export type Model = (ids: Int32Array) => Promise<Readonly<Record<string, Float32Array>>>;

/**
 * Opens a model. The runtime maps the data files beside it into memory. One text at a time is as fast as a
 * batch, and needs no padding.
 */
export async function openSession(path: string): Promise<Model> {
  const session = await InferenceSession.create(path, {
    intraOpNumThreads: Math.min(MAX_THREADS, availableParallelism()),
    interOpNumThreads: 1,
    executionMode: "sequential",
    // Texts have all lengths, so plans of memory would pile up.
    enableMemPattern: false,
    // Threads that wait for work would otherwise spin, and double the CPU time.
    extra: { session: { intra_op: { allow_spinning: "0" } } },
  });
  return async (ids) => {
    const input = new Tensor("int64", BigInt64Array.from(ids, BigInt), [1, ids.length]);
    const outputs = await session.run({ ids: input });
    input.dispose();
    return Object.fromEntries(
      Object.entries(outputs).map(([name, tensor]) => [name, tensor.data as Float32Array]),
    );
  };
}
