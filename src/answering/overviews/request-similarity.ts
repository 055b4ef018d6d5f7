import { embedAll } from "../../models/embed-all.ts";
import type { Embedder } from "../../models/embedder.ts";
import { cosine } from "../../models/example-margins.ts";
import { charNgrams } from "../../text/terms.ts";
import { OTHER_REQUESTS, OVERVIEW_REQUESTS } from "./overview-requests.ts";

/** Compares texts with requests for an overview. */
export interface RequestSimilarity {
  /** Similarity of each text with the nearest overview request. 0 if another request is nearer. */
  readonly of: (texts: readonly string[]) => Promise<readonly number[]>;
  /** Minimum similarity of an overview request. */
  readonly min: number;
  /** Words are the subject of a request if the similarity rises by more without them. */
  readonly gain: number;
}

interface Vectors {
  readonly requests: readonly Int8Array[];
  /** Mean cosine of overview requests with other requests. Models differ in it: .82, .5 or .2. */
  readonly base: number;
}

/** Time limits of a call for a message, and for the table of requests. */
const [MESSAGE_TIMEOUT_MS, REQUESTS_TIMEOUT_MS] = [500, 5_000];
const REQUESTS = [...OVERVIEW_REQUESTS, ...OTHER_REQUESTS];
/** Vectors of the requests by embedder. Durable Objects share no promises, so the map holds values only. */
const vectorsByEmbedder = new Map<string, Vectors>();

/** Compares meanings. The similarity is the cosine's distance from `base`, relative to the largest one. */
export function similarityByVectors(embedder: Embedder): RequestSimilarity {
  const of = async (texts: readonly string[]): Promise<number[]> => {
    const { requests, base } = vectorsByEmbedder.get(embedder.name) ?? (await embedRequests(embedder));
    const near = (vector: Int8Array): number => nearest(requests.map((request) => cosine(vector, request)));
    return (await embedAll(embedder, texts, "question", MESSAGE_TIMEOUT_MS)).map(
      (vector) => (near(vector) - base) / (1 - base),
    );
  };
  return { of, min: 0.28, gain: 0.17 };
}

const REQUEST_GRAMS = REQUESTS.map((request) => charNgrams(request));
/** Weight of the text's size in the overlap of two spellings, because a request may say more than the text. */
const TEXT_WEIGHT = 0.8;

/** Compares spellings. Recognizes only requests in the words of the table. */
export const SIMILARITY_BY_SPELLING: RequestSimilarity = {
  of: async (texts) => {
    const grams = texts.map((text) => charNgrams(text));
    return await Promise.resolve(
      grams.map((text) => nearest(REQUEST_GRAMS.map((request) => overlap(text, request)))),
    );
  },
  min: 0.45,
  gain: 0.05,
};

async function embedRequests(embedder: Embedder): Promise<Vectors> {
  const requests = await embedAll(embedder, REQUESTS, "question", REQUESTS_TIMEOUT_MS);
  const others = requests.slice(OVERVIEW_REQUESTS.length);
  const cosines = requests
    .slice(0, OVERVIEW_REQUESTS.length)
    .flatMap((request) => others.map((other) => cosine(request, other)));
  const base = cosines.reduce((sum, each) => sum + each, 0) / cosines.length;
  vectorsByEmbedder.set(embedder.name, { requests, base });
  return { requests, base };
}

/** @param similarities with all requests, overview requests first */
function nearest(similarities: readonly number[]): number {
  const overview = Math.max(...similarities.slice(0, OVERVIEW_REQUESTS.length));
  return overview >= Math.max(...similarities.slice(OVERVIEW_REQUESTS.length)) ? overview : 0;
}

/** Share of the n-grams that both have (Tversky index). */
function overlap(text: ReadonlyMap<string, number>, request: ReadonlyMap<string, number>): number {
  const shared = [...text.keys()].filter((gram) => request.has(gram)).length;
  return shared / Math.max(1, TEXT_WEIGHT * text.size + (1 - TEXT_WEIGHT) * request.size);
}
