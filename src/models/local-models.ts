import { type Embedder, EmbedderError } from "./embedder.ts";
import {
  LOCAL_DIMENSIONS,
  LOCAL_MODELS_OWNER,
  LOCAL_MODELS_PATHS,
  LOCAL_MODELS_TIMEOUT,
  MAX_EMBEDDED_TEXTS,
  MAX_MODEL_TEXT_CHARS,
  MAX_READ_PASSAGES,
  readResponse,
} from "./local-models-protocol.ts";
import { failureOfStatus } from "./provider-error.ts";
import { type Reader, ReaderError, type Reading } from "./reader.ts";

/** Model, precision of its weights, prefixes and quantization. Change it when any of them changes. */
const EMBEDDER_NAME = "multilingual-e5-small/q4/int8-fixed/1";
const READER_NAME = "multilingual-e5-small-reader/q8/1";

/** A process that ended is back within seconds, so callers need no long cool-down. */
const RETRY_AFTER_MS = 2_000;

type Failure = "slow" | "limited" | "refused" | "failed";
type Fail = (kind: Failure, message: string) => Error;

/**
 * The multilingual embedding model in the process beside the Worker.
 * @param binding `LOCAL_MODELS`; undefined where no such process runs
 * @param owner the requesting organization or user, for fair scheduling; empty for the service itself
 * @returns null without a binding
 */
export function createLocalEmbedder(binding: Fetcher | undefined, owner: string): Embedder | null {
  if (binding === undefined) return null;
  return {
    name: EMBEDDER_NAME,
    dimensions: LOCAL_DIMENSIONS,
    isBuiltIn: true,
    batch: MAX_EMBEDDED_TEXTS,
    embed: async (texts, purpose, timeoutMs) => {
      if (texts.length === 0) return [];
      const body = { purpose, texts: texts.map(truncate) };
      const fail: Fail = (kind, message) => new EmbedderError(kind, message, retryAfter(kind));
      const bytes = await post(binding, LOCAL_MODELS_PATHS.embed, { owner, body, timeoutMs, fail });
      if (bytes.byteLength !== texts.length * LOCAL_DIMENSIONS)
        throw new EmbedderError("misfit", "The model process sent vectors of a wrong size.");
      return texts.map((_, at) => new Int8Array(bytes, at * LOCAL_DIMENSIONS, LOCAL_DIMENSIONS));
    },
  };
}

/** The reader in the process beside the Worker. Parameters as in `createLocalEmbedder`. */
export function createLocalReader(binding: Fetcher | undefined, owner: string): Reader | null {
  if (binding === undefined) return null;
  return {
    name: READER_NAME,
    batch: MAX_READ_PASSAGES,
    read: async (question, passages, timeoutMs) => {
      if (passages.length === 0) return [];
      const body = { question: truncate(question), passages: passages.map(truncate) };
      const fail: Fail = (kind, message) => new ReaderError(kind, message, retryAfter(kind));
      const bytes = await post(binding, LOCAL_MODELS_PATHS.read, { owner, body, timeoutMs, fail });
      return readingsIn(bytes, passages.length);
    },
  };
}

function retryAfter(kind: Failure): number | null {
  return kind === "refused" ? null : RETRY_AFTER_MS;
}

function readingsIn(bytes: ArrayBuffer, passages: number): readonly (Reading | null)[] {
  let answer: unknown;
  try {
    answer = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    answer = null;
  }
  const { data } = readResponse.safeParse(answer);
  if (data?.readings.length !== passages)
    throw new ReaderError("misfit", "The model process sent readings of a wrong form.");
  return data.readings;
}

interface Call {
  readonly owner: string;
  readonly body: unknown;
  readonly timeoutMs: number;
  readonly fail: Fail;
}

async function post(
  binding: Fetcher,
  path: string,
  { owner, body, timeoutMs, fail }: Call,
): Promise<ArrayBuffer> {
  const late = new AbortController();
  // `AbortSignal.timeout` would keep its timer after the response, and the timer would keep the Durable
  // Object alive.
  const timer = setTimeout(() => late.abort(), timeoutMs);
  const headers = {
    "content-type": "application/json",
    [LOCAL_MODELS_OWNER]: owner,
    [LOCAL_MODELS_TIMEOUT]: String(timeoutMs),
  };
  try {
    const init = { method: "POST", headers, body: JSON.stringify(body), signal: late.signal };
    const response = await binding.fetch(`http://models${path}`, init);
    if (response.ok) return await response.arrayBuffer();
    await response.body?.cancel();
    throw fail(failureOfStatus(response.status), `The model process answered ${response.status}.`);
  } catch (error) {
    if (late.signal.aborted) throw fail("slow", "The model process did not answer in time.");
    if (error instanceof EmbedderError || error instanceof ReaderError) throw error;
    throw fail("failed", "The model process could not be reached.");
  } finally {
    clearTimeout(timer);
  }
}

/** Truncates a text, but not inside a surrogate pair. Its length and its offsets stay. */
function truncate(text: string): string {
  return text.slice(0, MAX_MODEL_TEXT_CHARS).toWellFormed();
}
