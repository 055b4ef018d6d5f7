/**
 * The Worker that contains the weights, reachable only through the binding `SEMANTIC_MODEL`. It has no
 * storage, no secret of the service and no network access. Between requests it keeps only the weights.
 */
import kernel from "./model/kernel.wasm";
import { rejectUnread, drainAndRespond } from "../net/drain-and-respond.ts";
import { isSameSecret, SERVICE_SECRET_HEADER } from "../net/is-same-secret.ts";
import { type LoadedEncoder, loadEncoder, loadWords, type ReadFile } from "./model/load.ts";
import { sentenceSimilarities } from "./model/sentence-similarities.ts";
import { sentenceVector } from "./model/sentence-vector.ts";
import type { WordTable } from "./model/word-table.ts";
import {
  similaritiesRequest,
  MIN_COSINE,
  SEMANTIC_PATHS,
  sentencesRequest,
  VECTOR_BYTES,
  type WordsResponse,
  wordsRequest,
} from "./protocol.ts";

interface ModelEnv {
  /** Serves the files of the folder `semantic`. */
  readonly FILES: Fetcher;
  /**
   * The service-to-service secret. It is set if other processes on the machine can connect to the Worker, and
   * unset behind a service binding.
   */
  readonly SECRET?: string;
}

let words: WordTable | null = null;
let sentences: LoadedEncoder | null = null;

export default {
  async fetch(request, { FILES, SECRET }) {
    if (SECRET !== undefined && !isSameSecret(request.headers.get(SERVICE_SECRET_HEADER) ?? "", SECRET))
      return await rejectUnread(request, 403);
    const read = readerOf(FILES);
    const { pathname } = new URL(request.url);
    if (request.method !== "POST") return await drainAndRespond(request, 404);
    if (pathname === SEMANTIC_PATHS.words) return await handleWords(request, read);
    if (pathname === SEMANTIC_PATHS.similarities) return await handleSimilarities(request, read);
    if (pathname === SEMANTIC_PATHS.sentences) return await handleSentences(request, read);
    return await drainAndRespond(request, 404);
  },
} satisfies ExportedHandler<ModelEnv>;

async function handleWords(request: Request, read: ReadFile): Promise<Response> {
  const input = wordsRequest.parse(await request.json());
  words ??= await loadWords(read, kernel);
  const found = words.nearest(input.words, input.limit, MIN_COSINE);
  const near = found.map(
    (list) =>
      list?.map(({ word, cosine }): [string, number] => [word, Math.round(cosine * 1e4) / 1e4]) ?? null,
  );
  return Response.json({ near } satisfies WordsResponse);
}

async function handleSimilarities(request: Request, read: ReadFile): Promise<Response> {
  const input = similaritiesRequest.parse(await request.json());
  words ??= await loadWords(read, kernel);
  return new Response(sentenceSimilarities(words, input.question, input.sentences));
}

async function handleSentences(request: Request, read: ReadFile): Promise<Response> {
  const input = sentencesRequest.parse(await request.json());
  sentences ??= await loadEncoder(read, kernel);
  const vectors = new Int8Array(input.sentences.length * VECTOR_BYTES);
  for (const [at, sentence] of input.sentences.entries()) {
    // Yields, so that a question need not wait until a whole document is encoded.
    if (at > 0) await scheduler.wait(0);
    vectors.set(sentenceVector(sentences.encoder, sentences.axes, sentence), at * VECTOR_BYTES);
  }
  return new Response(vectors);
}

function readerOf(files: Fetcher): ReadFile {
  return async (name) => {
    const response = await files.fetch(`http://files/${name}`);
    if (!response.ok) throw new Error(`The weights have no file ${name}: ${response.status}`);
    return await response.arrayBuffer();
  };
}
