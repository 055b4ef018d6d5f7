import { vi } from "vitest";
import type { DraftFrame, EventOf } from "../../../src/domain/events.ts";
import { newId } from "../../../src/domain/ids.ts";

interface Frame {
  readonly seq?: number;
  readonly draft?: DraftFrame["draft"];
  readonly textV1?: EventOf<"textV1">;
  readonly promptV2?: EventOf<"promptV2">;
  readonly error?: { readonly message: string };
}

/** A socket of a thread that asks a question and collects the frames of the answer. */
export class AnswerListener {
  readonly frames: Frame[] = [];
  readonly #socket: WebSocket;
  readonly #question: string;

  /** @param question the prompt that `ask` sends */
  constructor(url: URL, token: string, question: string) {
    this.#question = question;
    this.#socket = new WebSocket(url.href, ["knowledge.v1", `bearer.${token}`]);
    this.#socket.addEventListener("message", ({ data }) =>
      this.frames.push(JSON.parse(String(data)) as Frame),
    );
  }

  async opened(): Promise<this> {
    if (this.#socket.readyState !== WebSocket.OPEN)
      await new Promise((resolve) => this.#socket.addEventListener("open", resolve));
    return this;
  }

  /** @returns the question's id */
  ask(model: string): string {
    const messageId = newId("msg");
    this.#socket.send(JSON.stringify({ promptV2: { messageId, prompt: this.#question, model } }));
    return messageId;
  }

  async until<T>(find: (frame: Frame) => T | undefined): Promise<T> {
    let found: T | undefined;
    await vi.waitFor(
      () => {
        for (const frame of this.frames) found ??= find(frame);
        if (found === undefined) throw new Error(`It has not come: ${JSON.stringify(this.frames.slice(-3))}`);
      },
      { timeout: 60_000, interval: 5 },
    );
    return found as T;
  }

  /** The last frame of the answer. */
  async answer(): Promise<EventOf<"textV1">> {
    return await this.until(({ textV1 }) => (textV1?.isDone === true ? textV1 : undefined));
  }

  /** The draft that the answer's reader has received. */
  get draft(): string {
    return this.frames.reduce(
      (text, { draft }) => (draft === undefined ? text : text.slice(0, draft.from) + draft.text),
      "",
    );
  }

  get drafts(): DraftFrame["draft"][] {
    return this.frames.flatMap(({ draft }) => (draft === undefined ? [] : [draft]));
  }
}
