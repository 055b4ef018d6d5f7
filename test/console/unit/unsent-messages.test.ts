import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Acknowledgement, ClientEvent } from "../../../console/src/data/client.ts";
import { ConnectionClosed, FrameRefused } from "../../../console/src/data/frame-refused.ts";
import { newId } from "../../../console/src/data/ids.ts";
import { keepQuestion, UnsentMessages } from "../../../console/src/thread/unsent-messages.ts";

/** The storage of a browser. */
class Storage {
  readonly #items = new Map<string, string>();
  getItem(key: string): string | null {
    return this.#items.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.#items.set(key, value);
  }
}

const [userId, threadId] = [newId("user"), newId("thread")];

/** A thread whose answers to sent messages the test gives. */
class Wire {
  readonly sent: ClientEvent[] = [];
  readonly #waiting: { resolve: (told: Acknowledgement) => void; reject: (error: unknown) => void }[] = [];
  missed = 0;
  forbidden = 0;

  open(): UnsentMessages {
    const send = async (event: ClientEvent): Promise<Acknowledgement> => {
      this.sent.push(event);
      return await new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
    };
    return new UnsentMessages(userId, threadId, send, {
      onMissed: () => (this.missed += 1),
      onForbidden: () => (this.forbidden += 1),
    });
  }

  async acknowledge(seq: number | null): Promise<void> {
    for (const { resolve } of this.#waiting.splice(0)) resolve({ messageId: "", seq });
    await new Promise((resolve) => setImmediate(resolve));
  }

  async refuse(error: Error): Promise<void> {
    for (const { reject } of this.#waiting.splice(0)) reject(error);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

beforeEach(() => {
  vi.stubGlobal("localStorage", new Storage());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const idOf = (event: ClientEvent | undefined): unknown => Object.values(event ?? {})[0]?.messageId;

test("a question is sent again under its id after a reload, until the thread holds it", async () => {
  const first = new Wire();
  const id = first.open().ask("How many?", []);
  expect(first.sent).toEqual([{ promptV2: { messageId: id, prompt: "How many?" } }]);
  const second = new Wire();
  const reloaded = second.open();
  expect(second.sent).toEqual(first.sent);
  await second.acknowledge(7);
  expect(reloaded.messages.value).toHaveLength(1);
  reloaded.settle(new Set([id]));
  expect(reloaded.messages.value).toEqual([]);
  const third = new Wire();
  third.open();
  expect(third.sent).toEqual([]);
});

test("a refused question stays with its reason and can be sent again or discarded", async () => {
  const wire = new Wire();
  const unsent = wire.open();
  const id = unsent.ask("How many?", []);
  await wire.refuse(new FrameRefused("permission_denied", "You may not chat here.", id));
  expect(unsent.messages.value).toMatchObject([{ id, refusal: "You may not chat here." }]);
  expect(wire.forbidden).toBe(1);
  const reloaded = new Wire();
  expect(reloaded.open().messages.value).toMatchObject([{ id, refusal: "You may not chat here." }]);
  expect(reloaded.sent).toEqual([]);
  unsent.retry(id);
  expect(unsent.messages.value).toMatchObject([{ id, refusal: null }]);
  expect(wire.sent.map(idOf)).toEqual([id, id]);
  unsent.discard(id);
  expect(new Wire().open().messages.value).toEqual([]);
});

test("a question whose connection has ended waits for the next visit", async () => {
  const wire = new Wire();
  const unsent = wire.open();
  unsent.ask("How many?", []);
  await wire.refuse(new ConnectionClosed(4403, ""));
  expect(unsent.messages.value).toMatchObject([{ refusal: null }]);
  const next = new Wire();
  next.open();
  expect(next.sent).toHaveLength(1);
});

test("a comparison has one event for each scope, with one message and several attempts", () => {
  const scopes = ["a", "b"].map(() => ({ assetIds: [newId("asset")], collectionIds: [] }));
  const wire = new Wire();
  const id = wire.open().ask("Which?", scopes);
  expect(wire.sent.map(idOf)).toEqual([id, id]);
  const attempts = wire.sent.map((event) =>
    "promptCampaignV2" in event ? event.promptCampaignV2.transformationId : "",
  );
  expect(new Set(attempts).size).toBe(2);
  expect(wire.sent).toMatchObject(
    scopes.map(({ assetIds }) => ({ promptCampaignV2: { scope: { assetIDs: assetIds } } })),
  );
});

test("a message whose event was missed makes the thread read again, and other pages' questions are sent", async () => {
  const { id } = keepQuestion(userId, threadId, "From Home");
  const wire = new Wire();
  wire.open();
  expect(wire.sent.map(idOf)).toEqual([id]);
  await wire.acknowledge(null);
  expect(wire.missed).toBe(1);
});
