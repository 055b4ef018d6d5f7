import { type ChatServer, startChatServer } from "../../../test/support/fixtures/chat-server.ts";
import { type Script } from "../../../test/support/fixtures/chat-scripts.ts";

/** The speed of a fast model. */
const TOKEN_MS = 20;
const SENTENCES = 6;
const WORD = /\S+\s*/g;
const THOUGHT =
  "<think>It asks for what is hidden, so the sentences about hidden files are wanted, and nothing else.</think>";

export const BEGINNINGS = ["a word", "a thought"] as const;

/** A local language model that streams document sentences, one word every 20 ms, and records its start. */
export class SteadyWriter {
  /** Delay of the first word in milliseconds. */
  firstMs = 0;
  /** Its first output; a thought is not part of the text. */
  beginning: (typeof BEGINNINGS)[number] = "a word";
  /** Time of the last text's first word, as `performance.now()` counts. */
  startedAt = Number.NaN;
  #server: ChatServer<"steady"> | null = null;

  /** @returns the settings of a service that uses this model */
  async start(): Promise<Record<string, string>> {
    const server = (this.#server = await startChatServer({ steady: this.#write }));
    const model = {
      id: "steady",
      provider: "openai",
      url: server.urlOf("steady"),
      model: "m",
      contextWindow: 16_384,
    };
    return { MODELS: JSON.stringify([model]) };
  }

  stop(): void {
    this.#server?.close();
  }

  readonly #write: Script = async ({ say, pause, sentences }) => {
    await pause(this.firstMs);
    for (const word of this.beginning === "a word" ? [] : (THOUGHT.match(WORD) ?? [])) {
      await say(word);
      await pause(TOKEN_MS);
    }
    const text = sentences.slice(0, SENTENCES).map((sentence, at) => `${sentence} [${at + 1}]`);
    const [first = "", ...others] = text.join(" ").match(WORD) ?? [];
    this.startedAt = performance.now();
    await say(first);
    for (const word of others) {
      await pause(TOKEN_MS);
      await say(word);
    }
  };
}
