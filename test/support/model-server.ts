import type { Server, ServerResponse } from "node:http";
import { bodyOf, startLocalServer } from "./local-server.ts";

/** The concepts of the test models: words on one line have the same meaning, in any language. */
const CONCEPTS = [
  "pet pets dog dogs hund hunde haustier haustiere chien 犬 ペット",
  "boat ferry ship schiff fähre bateau 船 フェリー",
  "allowed permitted may must dürfen müssen erlaubt permis 許可",
  "goat goats animal animals ziege ziegen tier tiere",
  "lamp light electrified leuchte lampe licht",
  "tower wall walls granite stone turm wand wände stein granit",
  "price cost fee preis kosten gebühr prix",
];
const CONCEPT_OF = new Map(CONCEPTS.flatMap((line, at) => line.split(" ").map((word): [string, string] => [word, `concept ${at}`])));
const FUNCTION_WORDS = /^(?:the|a|an|of|on|in|to|and|is|are|it|with|der|die|das|auf|dem|den|ein|eine|im|und|ist|sind)$/;

/** The behavior of the server at `/<behaviour>/v1/embeddings`. `plain` acts like a normal model. */
export type Behaviour =
  | "plain"
  | "slow"
  | "failing"
  | "limited"
  | "wrong-dimensions"
  | "nan"
  | "huge"
  | "short"
  | "not-json"
  | "redirect"
  | "dripping"
  | "backwards"
  | "same"
  | "refuses-long"
  | "refuses-all";

export interface ModelServer {
  /** The base URL of a model's API. */
  readonly urlOf: (behaviour: Behaviour) => string;
  readonly server: Server;
  readonly close: () => void;
  /** The input and the key of each request. */
  readonly asked: { behaviour: string; model: string; input: readonly string[]; authorization: string | undefined }[];
}

/**
 * Starts a local embedding server that answers like Ollama and vLLM. Its vectors depend on the text's words
 * alone.
 */
export async function startModelServer(dimensions = 64): Promise<ModelServer> {
  const asked: ModelServer["asked"] = [];
  const { server, origin, close } = await startLocalServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { model, input } = JSON.parse(body) as { model: string; input: string[] };
      const behaviour = (request.url ?? "").split("/")[1] as Behaviour;
      asked.push({ behaviour, model, input, authorization: request.headers.authorization });
      answer(behaviour, { input, dimensions, response, seed: model });
    });
  });
  return { urlOf: (behaviour) => `${origin}/${behaviour}/v1`, server, close, asked };
}

interface Order {
  readonly input: readonly string[];
  readonly dimensions: number;
  readonly response: ServerResponse;
  readonly seed: string;
}

function answer(behaviour: Behaviour, { input, dimensions, response, seed }: Order): void {
  const vectors = input.map((text) => vectorOf(text, behaviour === "wrong-dimensions" ? dimensions / 2 : dimensions, seed));
  const send = (status: number, body: string, headers: Record<string, string> = {}): void => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(body);
  };
  const json = (data: readonly (readonly unknown[])[]): string =>
    JSON.stringify({ object: "list", data: data.map((embedding, index) => ({ object: "embedding", index, embedding })) });
  const refusal = JSON.stringify({ error: { message: `This model's maximum context length is exceeded: ${input.join(" ")}` } });
  switch (behaviour) {
    case "slow":
      setTimeout(() => send(200, json(vectors)), 60_000).unref();
      return;
    case "dripping":
      response.writeHead(200, { "content-type": "application/json" });
      const timer = setInterval(() => response.write(" "), 100);
      response.on("close", () => clearInterval(timer));
      return;
    case "failing":
      return send(503, refusal);
    case "limited":
      return send(429, refusal, { "retry-after": "120" });
    case "nan":
      return send(200, json(vectors.map((vector) => [null, ...vector.slice(1)])));
    case "huge":
      return send(200, json(vectors).padEnd(4_000_000, " "));
    case "short":
      return send(200, json(vectors.slice(1)));
    case "not-json":
      return send(200, `<html>${input.join(" ")}</html>`);
    case "redirect":
      return send(307, "", { location: "/plain/v1/embeddings" });
    case "backwards":
      return send(200, JSON.stringify({ data: vectors.map((embedding, index) => ({ index, embedding })).toReversed() }));
    case "same":
      return send(200, json(vectors.map(() => Array.from({ length: dimensions }, () => 0.5))));
    case "refuses-long":
      return input.some((text) => text.length > 300 || text.includes("unspeakable")) ? send(400, refusal) : send(200, json(vectors));
    case "refuses-all":
      return send(400, refusal);
    default:
      return send(200, json(vectors));
  }
}

/** The sum of one direction for each word: texts that share words or concepts are similar. */
export function vectorOf(text: string, dimensions: number, seed = ""): number[] {
  const sum = Array.from({ length: dimensions }, () => 0.02);
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const japanese = [...CONCEPT_OF.keys()].filter((word) => /[\u3040-\u9fff]/.test(word) && text.includes(word));
  for (const word of [...words, ...japanese]) {
    if (FUNCTION_WORDS.test(word)) continue;
    const concept = CONCEPT_OF.get(word);
    const random = randomOf(`${seed} ${concept ?? word}`);
    for (let at = 0; at < dimensions; at += 1) sum[at] = (sum[at] ?? 0) + (random() - 0.5) * (concept === undefined ? 0.5 : 1);
  }
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}

function randomOf(text: string): () => number {
  let state = 2_166_136_261;
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}
