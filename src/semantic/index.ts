/**
 * The Worker that holds the weights, reachable only through the binding `SEMANTIC_MODEL`. It has no storage,
 * no secret of the service and no network access. It keeps nothing between requests but the weights.
 */
import kernel from "./model/kernel.wasm";
import { rejectUnread, drainAndRespond } from "../net/drain-and-respond.ts";
import { isSameSecret, SERVICE_SECRET_HEADER } from "../net/is-same-secret.ts";
import { type LoadedEncoder, loadEncoder, loadWords, type ReadFile } from "./model/load.ts";
import { likenessByWords } from "./model/sentence-likeness.ts";
import { vectorOf } from "./model/sentence-vector.ts";
import type { WordTable } from "./model/word-table.ts";
import { likenessOrder, MIN_COSINE, PATHS, sentencesOrder, VECTOR_BYTES, type WordsAnswer, wordsOrder } from "./protocol.ts";

interface ModelEnv {
  /** The files of the folder `semantic`. */
  readonly FILES: Fetcher;
  /**
   * The service-to-service secret, set where other processes on the machine can connect. Unset behind a
   * service binding.
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
    if (pathname === PATHS.words) return await answerWords(request, read);
    if (pathname === PATHS.likeness) return await answerLikeness(request, read);
    if (pathname === PATHS.sentences) return await answerSentences(request, read);
    return await drainAndRespond(request, 404);
  },
} satisfies ExportedHandler<ModelEnv>;

async function answerWords(request: Request, read: ReadFile): Promise<Response> {
  const order = wordsOrder.parse(await request.json());
  words ??= await loadWords(read, kernel);
  const found = words.nearest(order.words, order.limit, MIN_COSINE);
  const near = found.map((list) => list?.map(({ word, cosine }): [string, number] => [word, Math.round(cosine * 1e4) / 1e4]) ?? null);
  return Response.json({ near } satisfies WordsAnswer);
}

async function answerLikeness(request: Request, read: ReadFile): Promise<Response> {
  const order = likenessOrder.parse(await request.json());
  words ??= await loadWords(read, kernel);
  return new Response(likenessByWords(words, order.question, order.sentences));
}

async function answerSentences(request: Request, read: ReadFile): Promise<Response> {
  const order = sentencesOrder.parse(await request.json());
  sentences ??= await loadEncoder(read, kernel);
  const vectors = new Int8Array(order.sentences.length * VECTOR_BYTES);
  for (const [at, sentence] of order.sentences.entries()) {
    // Yields, so that a question need not wait for a whole document.
    if (at > 0) await scheduler.wait(0);
    vectors.set(vectorOf(sentences.encoder, sentences.axes, sentence), at * VECTOR_BYTES);
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
