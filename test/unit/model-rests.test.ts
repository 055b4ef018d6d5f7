import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { createLanguageModels } from "../../src/models/create-language-models.ts";
import type { LanguageModel } from "../../src/models/language-model.ts";
import { BROKEN, type ChatBehaviour, startChatServer } from "../support/chat-server.ts";
import { AT_ONCE, faultOf, MESSAGES, PLAIN, SENTENCE, textOf } from "../support/text-of-model.ts";

type Behaviour = ChatBehaviour | "recovering";

const server = await startChatServer({
  /** Breaks off three times; then waits before its first word, and twice behind it. */
  recovering: async ({ say, gate, before }) => {
    if (before < 3) throw BROKEN;
    if (before < 5) await gate();
    await say(SENTENCE);
    if (before === 4) await gate();
  },
});
afterAll(server.close);

function modelAt(behaviour: Behaviour): LanguageModel {
  const settings = { id: "m", provider: "openai" as const, url: server.urlOf(behaviour), model: "m", key: null, contextWindow: 8_192 };
  const [model] = createLanguageModels([settings], undefined, { retries: AT_ONCE });
  if (model === undefined) throw new Error("no model");
  return model;
}

const askedOf = (behaviour: Behaviour) => server.asked.filter((each) => each.behaviour === behaviour);

describe("a model that fails", () => {
  test("is left alone for as long as it has asked for, and after three failures in a row", async () => {
    const limited = modelAt("limited");
    expect((await faultOf(limited)).kind).toBe("limited");
    const asked = askedOf("limited").length;
    expect((await faultOf(limited)).message).toContain("circuit breaker");
    expect(askedOf("limited")).toHaveLength(asked);
    const cut = modelAt("cut");
    for (let failures = 0; failures < 3; failures += 1) expect((await faultOf(cut)).kind).toBe("cut");
    expect((await faultOf(cut)).message).toContain("circuit breaker");
    const refusing = modelAt("refusing");
    for (let refusals = 0; refusals < 5; refusals += 1) expect((await faultOf(refusing)).kind).toBe("refused");
  });
});

describe("a model that has been left alone", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test("is tried by one text, and asked by others from its first word on", async () => {
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
    // That nobody waits for it any more says nothing of it: the next one tries.
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
