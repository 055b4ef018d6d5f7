import { faultFields, log } from "../log.ts";
import type { Neighbor, Semantic } from "./semantic-api.ts";
import {
  MAX_COMPARED,
  MAX_ENCODED,
  MAX_NEIGHBORS,
  MAX_INPUT_CHARS,
  MAX_WORD_CHARS,
  MAX_WORDS,
  SEMANTIC_PATHS,
  VECTOR_BYTES,
  wordsResponse,
} from "./protocol.ts";

/** The limit is short because a search waits for these calls. Loading the weights takes up to 1 s. */
const WORDS_TIMEOUT_MS = 2_000;
const ENCODING_TIMEOUT_MS = 20_000;
/** The encoder's name and version. Change it when the weights, the axes or the tokenizer change. */
const ENCODER = "use-lite-64/2";

/** Header that names the requesting organization. */
const OWNER_HEADER = "x-owner";

/** `words` enables word vectors; `on` also enables sentence vectors. */
export type SemanticLevel = "off" | "words" | "on";

/**
 * The client of the Worker that contains the weights.
 * @param binding `SEMANTIC_MODEL`; without a binding, every call returns null
 * @param level the setting `SEMANTIC`
 * @param owner the requesting organization or user, for fair scheduling; empty for the service itself
 */
export function createSemanticClient(
  binding: Fetcher | undefined,
  level: SemanticLevel,
  owner = "",
): Semantic {
  const ask = async (path: string, input: unknown, timeoutMs: number): Promise<ArrayBuffer | null> =>
    binding === undefined || level === "off"
      ? null
      : await post(binding, path, { owner, body: JSON.stringify(input) }, timeoutMs);
  return {
    encoder: binding !== undefined && level === "on" ? ENCODER : "",
    nearestWords: async (words, limit) => {
      const looked = [...new Set(words)].filter((word) => word.length <= MAX_WORD_CHARS).slice(0, MAX_WORDS);
      if (looked.length === 0) return new Map<string, readonly Neighbor[]>();
      const answer = await ask(
        SEMANTIC_PATHS.words,
        { words: looked, limit: Math.min(limit, MAX_NEIGHBORS) },
        WORDS_TIMEOUT_MS,
      );
      return answer === null ? null : neighborsOf(looked, answer);
    },
    similarities: async (question, sentences) => {
      if (sentences.length === 0) return new Float32Array();
      const input = { question: cut(question), sentences: sentences.slice(0, MAX_COMPARED).map(cut) };
      const answer = await ask(SEMANTIC_PATHS.similarities, input, WORDS_TIMEOUT_MS);
      return answer?.byteLength === input.sentences.length * 4 ? new Float32Array(answer) : null;
    },
    encode: async (sentences) => {
      if (sentences.length === 0) return [];
      if (level !== "on") return null;
      const input = { sentences: sentences.slice(0, MAX_ENCODED).map(cut) };
      const answer = await ask(SEMANTIC_PATHS.sentences, input, ENCODING_TIMEOUT_MS);
      if (answer?.byteLength !== input.sentences.length * VECTOR_BYTES) return null;
      return input.sentences.map((_, at) => new Int8Array(answer, at * VECTOR_BYTES, VECTOR_BYTES));
    },
  };
}

async function post(
  binding: Fetcher,
  path: string,
  { owner, body }: { readonly owner: string; readonly body: string },
  timeoutMs: number,
): Promise<ArrayBuffer | null> {
  const late = new AbortController();
  // `AbortSignal.timeout` would keep its timer after the response, and the timer would keep the Durable
  // Object alive.
  const timer = setTimeout(
    () => late.abort(new DOMException("The answer took too long.", "TimeoutError")),
    timeoutMs,
  );
  try {
    const init = {
      method: "POST",
      headers: { "content-type": "application/json", [OWNER_HEADER]: owner },
      body,
      signal: late.signal,
    };
    const response = await binding.fetch(`http://semantic${path}`, init);
    if (response.ok) return await response.arrayBuffer();
    await response.body?.cancel();
    log("warn", "semantic_failed", { status: response.status });
  } catch (error) {
    log("warn", "semantic_failed", faultFields(error));
  } finally {
    clearTimeout(timer);
  }
  return null;
}

function neighborsOf(
  words: readonly string[],
  answer: ArrayBuffer,
): ReadonlyMap<string, readonly Neighbor[]> {
  const { near } = wordsResponse.parse(JSON.parse(new TextDecoder().decode(answer)));
  const known = words.flatMap((word, at): [string, Neighbor[]][] => {
    const pairs = near[at] ?? null;
    return pairs === null ? [] : [[word, pairs.map(([other, cosine]) => ({ word: other, cosine }))]];
  });
  return new Map(known);
}

/** Truncates a text, but not inside a surrogate pair, because half a pair is ill-formed. */
function cut(text: string): string {
  return text.slice(0, MAX_INPUT_CHARS).toWellFormed();
}
