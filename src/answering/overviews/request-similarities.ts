import { embedAll } from "../../models/embed-all.ts";
import type { Embedder } from "../../models/embedder.ts";
import { cosine } from "../../models/example-margins.ts";
import { OTHER_REQUESTS, OVERVIEW_REQUESTS } from "./overview-requests.ts";

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

/**
 * Similarity of each text with the nearest overview request: the cosine's distance from `base`, relative to the
 * largest one. 0 if another request is nearer.
 * @throws EmbedderError
 */
export async function requestSimilarities(embedder: Embedder, texts: readonly string[]): Promise<number[]> {
  const { requests, base } = vectorsByEmbedder.get(embedder.name) ?? (await embedRequests(embedder));
  return (await embedAll(embedder, texts, "question", MESSAGE_TIMEOUT_MS)).map((vector) => {
    const cosines = requests.map((request) => cosine(vector, request));
    const overview = Math.max(...cosines.slice(0, OVERVIEW_REQUESTS.length));
    const isNearest = overview >= Math.max(...cosines.slice(OVERVIEW_REQUESTS.length));
    return isNearest ? (overview - base) / (1 - base) : 0;
  });
}

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
