import { ModelFault, type ProviderPart, type TextEnd } from "./language-model.ts";

/** What is read of a chunk of a chat completion; all of it is a stranger's. */
interface Chunk {
  readonly error?: unknown;
  readonly choices?: unknown;
  readonly usage?: unknown;
  /** How Workers AI has it. */
  readonly response?: unknown;
}

interface Choice {
  /** Thoughts have a name of their own with each kind of server. */
  readonly delta?: { readonly content?: unknown; readonly reasoning_content?: unknown; readonly reasoning?: unknown } | null;
  readonly finish_reason?: unknown;
}

const DONE = "[DONE]";
/** Reasons after which all was said. */
const WHOLE = new Set(["stop", "eos", "end_turn"]);

/** The text of a chat completion, from its events' data. @throws ModelFault `cut` when it ends without saying so, `misfit` */
export async function* readChat(events: AsyncIterable<string>): AsyncGenerator<ProviderPart | TextEnd, void> {
  let reason: string | null = null;
  let isDone = false;
  for await (const data of events) {
    if (data.trim() === DONE) {
      isDone = true;
      break;
    }
    const chunk = chunkOf(data);
    const choice = choiceOf(chunk);
    const text = choice?.delta?.content ?? chunk.response;
    if (typeof choice?.finish_reason === "string") reason = choice.finish_reason;
    const thought = choice?.delta?.reasoning_content ?? choice?.delta?.reasoning;
    yield { kind: "part", text: textIn(text), thought: textIn(thought), told: toldIn(chunk.usage) };
  }
  if (reason === null && !isDone) throw new ModelFault("cut", "The model's text broke off.");
  yield { kind: "end", isWhole: reason === null || WHOLE.has(reason) };
}

export function chunkOf(data: string): Chunk {
  let chunk: unknown;
  try {
    chunk = JSON.parse(data);
  } catch {
    throw new ModelFault("misfit", "The model answered something else than JSON.");
  }
  if (typeof chunk !== "object" || chunk === null) throw new ModelFault("misfit", "The model answered something else than chunks.");
  if ("error" in chunk && chunk.error !== null && chunk.error !== undefined)
    throw new ModelFault("failed", "The model broke off with an error.");
  return chunk;
}

function choiceOf({ choices }: Chunk): Choice | null {
  const first: unknown = Array.isArray(choices) ? choices[0] : null;
  return typeof first === "object" && first !== null ? first : null;
}

function toldIn(usage: unknown): NonNullable<ProviderPart["told"]> {
  if (typeof usage !== "object" || usage === null) return {};
  const { prompt_tokens: input, completion_tokens: output } = usage as {
    readonly prompt_tokens?: unknown;
    readonly completion_tokens?: unknown;
  };
  return toldTokens(input, output);
}

/** Above the largest window that a model may have: whoever says more is wrong. */
const MAX_TOKENS = 10_000_000;

/** No provider counts below 0, or parts of a token. */
export function toldTokens(input: unknown, output: unknown): NonNullable<ProviderPart["told"]> {
  return { ...(isCount(input) ? { inputTokens: input } : {}), ...(isCount(output) ? { outputTokens: output } : {}) };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= MAX_TOKENS;
}

/** Roles come without a text. */
export function textIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}
