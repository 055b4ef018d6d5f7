import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { createLanguageModels } from "../../src/models/create-language-models.ts";
import type { LanguageModel } from "../../src/models/language-model.ts";
import { type ChatBehavior, startChatServer } from "../support/fixtures/chat-server.ts";
import { BROKEN } from "../support/fixtures/chat-scripts.ts";
import {
  WITHOUT_DELAYS,
  faultOf,
  MESSAGES,
  PLAIN,
  SENTENCE,
  textOf,
} from "../support/fixtures/text-of-model.ts";

type Behaviour = ChatBehavior | "recovering";

const server = await startChatServer({
  /**
   * Fails three times. Then waits before the first text of the next response, and after that text for two
   * requests.
   */
  recovering: async ({ say, gate, before }) => {
    if (before < 3) throw BROKEN;
    if (before < 5) await gate();
    await say(SENTENCE);
    if (before === 4) await gate();
  },
});
afterAll(server.close);

function modelAt(behaviour: Behaviour): LanguageModel {
  const settings = {
    id: "m",
    provider: "openai" as const,
    url: server.urlOf(behaviour),
    model: "m",
    key: null,
    contextWindow: 8_192,
  };
  const [model] = createLanguageModels([settings], undefined, { retries: WITHOUT_DELAYS });
  if (model === undefined) throw new Error("no model");
  return model;
}

const askedOf = (behaviour: Behaviour) => server.asked.filter((each) => each.behaviour === behaviour);

describe("a failing model", () => {
  test("a failing model opens its circuit breaker after three failures, or for the requested delay", async () => {
    const limited = modelAt("limited");
    expect((await faultOf(limited)).kind).toBe("limited");
    const asked = askedOf("limited").length;
    expect((await faultOf(limited)).message).toContain("circuit breaker");
    expect(askedOf("limited")).toHaveLength(asked);
    const cut = modelAt("cut");
    for (let failures = 0; failures < 3; failures += 1) expect((await faultOf(cut)).kind).toBe("cut");
    expect((await faultOf(cut)).message).toContain("circuit breaker");
    const refusing = modelAt("refusing");
    for (let refusals = 0; refusals < 5; refusals += 1)
      expect((await faultOf(refusing)).kind).toBe("refused");
  });
});

describe("an open circuit breaker", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test("an open circuit breaker lets one call through after the cool-down, and the others after the first text of that call", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const model = modelAt("recovering");
    const asked = () => askedOf("recovering").length;
    for (let failures = 0; failures < 3; failures += 1) expect((await faultOf(model)).kind).toBe("cut");
    vi.setSystemTime(Date.now() + 29_999);
    expect((await faultOf(model)).message).toContain("circuit breaker");
    vi.setSystemTime(Date.now() + 1);
    const unwanted = new AbortController();
    const given = textOf(model, PLAIN, { signal: unwanted.signal });
    await expect.poll(asked).toBe(4);
    expect((await faultOf(model)).message).toContain("circuit breaker");
    // An aborted trial is no evidence about the provider, so the next call is another trial.
    unwanted.abort(new Error("nobody wants it"));
    await expect(given).rejects.toThrow("nobody wants it");
    const seen: string[] = [];
    const trial = (async () => {
      const order = { messages: MESSAGES, sampling: PLAIN, signal: new AbortController().signal };
      for await (const piece of model.write(order)) seen.push(piece.kind === "part" ? piece.text : "the end");
    })();
    await expect.poll(asked).toBe(5);
    expect((await faultOf(model)).message).toContain("circuit breaker");
    server.open();
    await expect.poll(() => seen).toContain(SENTENCE);
    expect((await textOf(model)).text).toBe(SENTENCE);
    expect(seen).not.toContain("the end");
    await expect.poll(() => (server.open(), seen)).toContain("the end");
    await trial;
    expect(asked()).toBe(6);
  });
});
