import { type ChatServer, type Script, startChatServer } from "../../../test/support/chat-server.ts";

/** As a fast model writes. */
const TOKEN_MS = 20;
const SENTENCES = 6;
const WORD = /\S+\s*/g;
const THOUGHT = "<think>It asks for what is hidden, so the sentences about hidden files are wanted, and nothing else.</think>";

export const BEGINNINGS = ["a word", "a thought"] as const;

/** A language model on this machine that writes sentences of the documents, a word every 20 ms, and says when it began. */
export class SteadyWriter {
  /** Milliseconds from a request to its first word. */
  firstMs = 0;
  /** What it writes first; a thought is none of its text. */
  beginning: (typeof BEGINNINGS)[number] = "a word";
  /** When the first word of the last text was sent, as `performance.now()` counts. */
  startedAt = Number.NaN;
  #server: ChatServer<"steady"> | null = null;

  /** @returns the settings of a service that asks it */
  async start(): Promise<Record<string, string>> {
    const server = (this.#server = await startChatServer({ steady: this.#write }));
    const model = { id: "steady", provider: "openai", url: server.urlOf("steady"), model: "m", contextWindow: 16_384 };
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
