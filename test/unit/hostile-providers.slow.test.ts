import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { collectAnswer } from "../../src/answering/answerer.ts";
import { createAnswerers } from "../../src/answering/create-answerers.ts";
import type { ModelUsage } from "../../src/domain/usage.ts";
import { createLanguageModels } from "../../src/models/create-language-models.ts";
import type { LanguageModel, TokenUsage } from "../../src/models/language-model.ts";
import { CHAT, MESSAGES } from "../support/fixtures/chat-dialects.ts";
import { type LocalServer, startLocalServer } from "../support/fixtures/local-server.ts";
import { OPENED, REQUEST } from "../support/fixtures/model-request.ts";
import { WITHOUT_DELAYS, faultOf, textOf } from "../support/fixtures/text-of-model.ts";

const KEY = "sk-very-secret-key";
const TIMES = { firstMs: 1_500, betweenMs: 1_000, totalMs: 3_000 };
const SENTENCE = "The harbour of Brackwater opened in 1871 [1]. ";

type Provider = "openai" | "anthropic";
const DIALECTS = { openai: CHAT, anthropic: MESSAGES };

/** Response of the server to each request, and number of bytes sent. */
let respond: (response: ServerResponse) => void;
let sentBytes: number;
let local: LocalServer;

beforeAll(async () => {
  local = await startLocalServer((request, response) => {
    request.resume();
    request.on("end", () => respond(response));
  });
});
afterAll(() => local.close());
beforeEach(() => {
  sentBytes = 0;
});

function modelOf(provider: Provider): LanguageModel {
  const settings = {
    id: "hostile",
    provider,
    url: `${local.origin}/v1`,
    model: "m",
    key: KEY,
    contextWindow: 8_192,
  };
  const [model] = createLanguageModels([{ ...settings, price: { input: 0, output: 0 } }], undefined, {
    timeouts: TIMES,
    retries: WITHOUT_DELAYS,
  });
  if (model === undefined) throw new Error("there is none");
  return model;
}

const textOfEvent = (event: unknown): string =>
  `data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`;
/** Sends the chunks and ends the response. */
function sending(...texts: readonly string[]): (response: ServerResponse) => void {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const text of texts) response.write(text);
    response.end();
  };
}
/** Repeats the chunk as fast as possible until the client disconnects. */
function repeating(text: string, first = ""): (response: ServerResponse) => void {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(first);
    const more = (): void => {
      while (!response.destroyed && response.write(text)) sentBytes += text.length;
      if (!response.destroyed) response.once("drain", more);
    };
    more();
  };
}
const written = (provider: Provider, text: string): string =>
  [...DIALECTS[provider].begin, DIALECTS[provider].part(text), ...DIALECTS[provider].end]
    .map(textOfEvent)
    .join("");

async function usageOf(provider: Provider): Promise<TokenUsage | undefined> {
  const told: TokenUsage[] = [];
  await textOf(modelOf(provider), undefined, { onUsage: (usage) => told.push(usage) });
  expect(told).toHaveLength(1);
  return told[0];
}

describe.each<Provider>(["openai", "anthropic"])("a hostile provider with the %s API", (provider) => {
  test.each([
    ["in one line without an end", () => repeating("x".repeat(65_536), "data: ")],
    ["in one line", () => sending(written(provider, "x".repeat(10_000_000)))],
    ["in one line of something else", () => sending(`${"[".repeat(10_000_000)}\n\n`)],
  ])("a hostile provider that sends 10 MB %s fails, and the service disconnects", async (_, how) => {
    respond = how();
    expect((await faultOf(modelOf(provider))).kind).toBe("misfit");
    expect(sentBytes).toBeLessThan(4_000_000);
  });

  test.each([
    ["comments", `: ${"still here ".repeat(20)}\n\n`],
    ["empty events", textOfEvent(DIALECTS[provider].part(""))],
    ["thoughts", textOfEvent(DIALECTS[provider].thought("Hm. ".repeat(20)))],
  ])("a hostile provider that sends %s without end fails", async (_, text) => {
    respond = repeating(text);
    expect((await faultOf(modelOf(provider))).kind).toMatch(/^(?:slow|misfit)$/);
  });

  test("the last report counts if a provider reports its usage twice", async () => {
    const usage = (input: number, output: number): object =>
      provider === "openai"
        ? { choices: [], usage: { prompt_tokens: input, completion_tokens: output } }
        : { type: "message_delta", delta: {}, usage: { input_tokens: input, output_tokens: output } };
    const { begin, part, end } = DIALECTS[provider];
    const [last] = end.slice(-1);
    respond = sending(
      [...begin, part(OPENED), usage(100, 20), usage(100, 20), usage(120, 30), last]
        .map(textOfEvent)
        .join(""),
    );
    expect(await usageOf(provider)).toEqual({ inputTokens: 120, outputTokens: 30, estimatedTokens: 0 });
  });

  test.each([-5, 1.5, "12", null, 1e300, Number.MAX_SAFE_INTEGER, 10_000_001])(
    "the service estimates the tokens of a provider that reports %s tokens",
    async (many) => {
      const end = provider === "openai" ? CHAT.end : MESSAGES.end;
      const usage = { prompt_tokens: many, completion_tokens: many, input_tokens: many, output_tokens: many };
      const begin = provider === "openai" ? CHAT.begin : [{ type: "message_start", message: { usage } }];
      const ends = end.map((event) =>
        typeof event === "object" && "usage" in event ? { ...event, usage } : event,
      );
      respond = sending([...begin, DIALECTS[provider].part(OPENED), ...ends].map(textOfEvent).join(""));
      const used = await usageOf(provider);
      expect(used?.estimatedTokens).toBe((used?.inputTokens ?? 0) + (used?.outputTokens ?? 0));
      expect([
        (used?.inputTokens ?? 0) > 0,
        (used?.outputTokens ?? 0) > 10,
        (used?.outputTokens ?? 0) < 100,
      ]).toEqual([true, true, true]);
    },
  );

  test.each([
    ["a status", 401, "application/json"],
    ["a status of its own making", 418, "text/plain"],
    ["an answer that is no stream", 200, "application/json"],
  ])(
    "the service does not pass on the key that a provider repeats in an error with %s",
    async (_, status, type) => {
      respond = (response) => {
        response.writeHead(status, { "content-type": type, "retry-after": KEY, "www-authenticate": KEY });
        response.end(
          JSON.stringify({ error: { message: `Incorrect API key provided: ${KEY}`, type: KEY, code: KEY } }),
        );
      };
      const fault = await faultOf(modelOf(provider));
      expect(
        `${fault.message} ${String(fault.cause)} ${fault.stack ?? ""} ${JSON.stringify(fault)}`,
      ).not.toContain(KEY);
    },
  );

  test("the service does not pass on the key that a provider repeats in the stream", async () => {
    respond = sending(
      ...DIALECTS[provider].begin.map(textOfEvent),
      textOfEvent({ type: "error", error: { message: KEY } }),
    );
    const fault = await faultOf(modelOf(provider));
    expect([
      fault.kind,
      `${fault.message} ${String(fault.cause)} ${fault.stack ?? ""}`.includes(KEY),
    ]).toEqual(["failed", false]);
    respond = sending(...DIALECTS[provider].begin.map(textOfEvent), `data: ${KEY}\n\n`);
    expect(String((await faultOf(modelOf(provider))).message)).not.toContain(KEY);
  });

  test("the service makes valid text of a lone surrogate or a split character", async () => {
    respond = sending(written(provider, "x").replace('"x"', String.raw`"\ud83c"`));
    expect((await textOf(modelOf(provider))).text).toBe("\ud83c");
    const bytes = Buffer.from(written(provider, "🏗️ é"));
    respond = (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const send = (at: number): void => {
        if (at >= bytes.length) return void response.end();
        response.write(bytes.subarray(at, at + 7), () => setImmediate(() => send(at + 7)));
      };
      send(0);
    };
    expect((await textOf(modelOf(provider))).text).toBe("🏗️ é");
  });
});

describe("an answer from a hostile provider", () => {
  async function answered(provider: Provider = "openai") {
    const used: ModelUsage[] = [];
    const drafts: string[] = [];
    const answerer = createAnswerers([modelOf(provider)], "mark").named("");
    const request = { ...REQUEST, onUsage: (each: ModelUsage) => used.push(each) };
    const { parts, model, passedOver } = await collectAnswer(answerer.answer(request), (read) =>
      drafts.push(read().text),
    );
    return { text: parts.join(""), model, passedOver, used, drafts };
  }

  test("an endless text ends at its limit, and the service stops the model", async () => {
    respond = repeating(textOfEvent(CHAT.part(SENTENCE)));
    const { text, model, used } = await answered();
    expect([text.startsWith("The harbour of Brackwater opened in 1871 [1]."), model]).toEqual([
      true,
      "hostile",
    ]);
    expect(text.length).toBeLessThan(40_000);
    expect([used.length, (used[0]?.estimatedTokens ?? 0) > 1_000, used[0]?.cost]).toEqual([1, true, 0]);
    expect(sentBytes).toBeLessThan(4_000_000);
  });

  test("an endless text without an answer shows no address and no markup", async () => {
    respond = repeating(
      textOfEvent(CHAT.part(`${"[".repeat(500)}${"1]".repeat(500)} https://evil.example/ <img src=x> `)),
    );
    const { text, drafts } = await answered();
    expect(`${text} ${drafts.join(" ")}`).not.toMatch(/evil|<img/);
  });

  test("an answer contains no lone surrogate and no bidirectional control character", async () => {
    respond = sending(
      textOfEvent(CHAT.part("The harbour of Brackwater opened in 1871")),
      textOfEvent(CHAT.part("x")).replace('"x"', String.raw`"\ud83c \u202e\u0000 [1]."`),
      ...CHAT.end.map(textOfEvent),
    );
    const { text, drafts } = await answered();
    expect([text, ...drafts].every((each) => each.isWellFormed())).toBe(true);
    expect([text, ...drafts].join("")).not.toMatch(/[\u202e\0]/);
  });
});
