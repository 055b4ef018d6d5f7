import { describe, expect, test } from "vitest";
import { createLocalEmbedder, createLocalReader } from "../../src/models/local-models.ts";
import { LOCAL_DIMENSIONS, MAX_MODEL_TEXT_CHARS } from "../../src/models/local-models-protocol.ts";

interface Sent {
  readonly path: string;
  readonly owner: string | null;
  readonly timeoutMs: string | null;
  readonly body: unknown;
}

/** A binding that records requests and answers each with the given function. */
function bindingOf(answer: (sent: Sent, signal: AbortSignal) => Promise<Response> | Response) {
  const sent: Sent[] = [];
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    const request = {
      path: new URL(url).pathname,
      owner: headers.get("x-owner"),
      timeoutMs: headers.get("x-timeout-ms"),
      body: JSON.parse(init.body as string) as unknown,
    };
    sent.push(request);
    return await answer(request, init.signal as AbortSignal);
  };
  return { sent, binding: { fetch } as unknown as Fetcher };
}

const READING = { span: { start: 4, end: 9 }, margin: 2.5, probability: 0.75 };

describe("the client of the model process", () => {
  test("the embedder sends texts with purpose, owner and timeout, and splits the bytes into vectors", async () => {
    const { binding, sent } = bindingOf(
      () =>
        new Response(Int8Array.from({ length: 2 * LOCAL_DIMENSIONS }, (_, at) => Math.floor(at / 384) + 1)),
    );
    const vectors = await createLocalEmbedder(binding, "acme")?.embed(["One.", "Two."], "passage", 900);
    expect(sent).toEqual([
      {
        path: "/embed",
        owner: "acme",
        timeoutMs: "900",
        body: { purpose: "passage", texts: ["One.", "Two."] },
      },
    ]);
    expect(vectors).toEqual([new Int8Array(384).fill(1), new Int8Array(384).fill(2)]);
  });

  test("the reader sends question and passages, and returns the readings with their gaps", async () => {
    const { binding, sent } = bindingOf(() => Response.json({ readings: [READING, null] }));
    const readings = await createLocalReader(binding, "acme")?.read("Who?", ["It was Ada.", "No."], 900);
    expect(sent[0]).toMatchObject({
      path: "/read",
      body: { question: "Who?", passages: ["It was Ada.", "No."] },
    });
    expect(readings).toEqual([READING, null]);
  });

  test("the client truncates long texts and replaces half a surrogate pair", async () => {
    const { binding, sent } = bindingOf(() => new Response(new Int8Array(LOCAL_DIMENSIONS)));
    const long = `${"x".repeat(MAX_MODEL_TEXT_CHARS - 1)}😀`;
    await createLocalEmbedder(binding, "")?.embed([long], "passage", 900);
    expect(sent[0]?.body).toEqual({
      purpose: "passage",
      texts: [`${"x".repeat(MAX_MODEL_TEXT_CHARS - 1)}\uFFFD`],
    });
  });

  test("the client sends no request for empty input", async () => {
    const { binding, sent } = bindingOf(() => Response.json({}));
    expect(await createLocalEmbedder(binding, "")?.embed([], "passage", 900)).toEqual([]);
    expect(await createLocalReader(binding, "")?.read("Who?", [], 900)).toEqual([]);
    expect(sent).toEqual([]);
  });

  test("without a binding there is neither embedder nor reader", () => {
    expect([createLocalEmbedder(undefined, ""), createLocalReader(undefined, "")]).toEqual([null, null]);
  });

  test.each([
    ["limited", () => new Response(null, { status: 429 })],
    ["failed", () => new Response(null, { status: 503 })],
    ["refused", () => new Response(null, { status: 400 })],
    ["misfit", () => Response.json({ readings: [READING] })],
    ["failed", () => Promise.reject(new Error("no such process"))],
  ])("calls fail as %s", async (kind, answer) => {
    const { binding } = bindingOf(answer);
    await expect(createLocalReader(binding, "")?.read("Who?", ["a", "b"], 900)).rejects.toMatchObject({
      name: "ReaderError",
      kind,
    });
    await expect(createLocalEmbedder(binding, "")?.embed(["a"], "question", 900)).rejects.toMatchObject({
      name: "EmbedderError",
      kind,
    });
  });

  test("a failure asks for a retry within seconds, unless the process refuses the texts", async () => {
    const failureOf = async (status: number): Promise<unknown> =>
      await createLocalEmbedder(bindingOf(() => new Response(null, { status })).binding, "")
        ?.embed(["a"], "passage", 900)
        .catch((error: unknown) => error);
    expect(await failureOf(503)).toMatchObject({ retryAfterMs: 2_000 });
    expect(await failureOf(400)).toMatchObject({ retryAfterMs: null });
  });

  test("a call whose response is late fails as slow", async () => {
    const { binding } = bindingOf(
      async (_, signal) =>
        await new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(new Error("aborted")));
        }),
    );
    await expect(createLocalReader(binding, "")?.read("Who?", ["a"], 20)).rejects.toMatchObject({
      kind: "slow",
    });
  });
});
