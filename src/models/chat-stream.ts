import { type ToolCallPiece, ToolCallParser } from "./tool-call-parser.ts";
import { ModelError, type ProviderPart, type TextEnd } from "./language-model.ts";

/** Fields that the adapter reads from a chat completion chunk. All values are untrusted. */
interface Chunk {
  readonly error?: unknown;
  readonly choices?: unknown;
  readonly usage?: unknown;
  /** Text of the chunk from Workers AI. */
  readonly response?: unknown;
}

interface Choice {
  /** Text and reasoning of the chunk. Servers use different field names for reasoning. */
  readonly delta?: {
    readonly content?: unknown;
    readonly reasoning_content?: unknown;
    readonly reasoning?: unknown;
    readonly tool_calls?: unknown;
  } | null;
  readonly finish_reason?: unknown;
}

const DONE = "[DONE]";
/** Finish reasons of a complete text. */
const COMPLETE_REASONS = new Set(["stop", "eos", "end_turn", "tool_calls"]);

/**
 * Parses the events of a streamed chat completion.
 * @throws ModelError `cut` if the stream ends without a finish reason, `misfit` if a chunk is malformed
 */
export async function* parseChatStream(
  events: AsyncIterable<string>,
): AsyncGenerator<ProviderPart | TextEnd, void> {
  let reason: string | null = null;
  let isDone = false;
  const calls = new ToolCallParser();
  for await (const data of events) {
    if (data.trim() === DONE) {
      isDone = true;
      break;
    }
    const chunk = parseChunk(data);
    const choice = choiceOf(chunk);
    const text = choice?.delta?.content ?? chunk.response;
    if (typeof choice?.finish_reason === "string") reason = choice.finish_reason;
    for (const piece of toolCallPieces(choice?.delta?.tool_calls)) calls.take(piece);
    const reasoning = choice?.delta?.reasoning_content ?? choice?.delta?.reasoning;
    yield {
      kind: "part",
      text: textOrEmpty(text),
      reasoning: textOrEmpty(reasoning),
      reported: reportedUsage(chunk.usage),
    };
  }
  if (reason === null && !isDone) throw new ModelError("cut", "The model's text broke off.");
  yield { kind: "end", isWhole: reason === null || COMPLETE_REASONS.has(reason), ...calls.found() };
}

/** Fields of a tool call in a chunk. The arguments arrive in pieces. */
function toolCallPieces(value: unknown): ToolCallPiece[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: unknown): ToolCallPiece[] => {
    if (typeof each !== "object" || each === null) return [];
    const { index, function: called } = each as { readonly index?: unknown; readonly function?: unknown };
    const { name, arguments: text } = (
      typeof called === "object" && called !== null ? called : {}
    ) as Readonly<Record<string, unknown>>;
    return [{ index, name, arguments: text }];
  });
}

export function parseChunk(data: string): Chunk {
  let chunk: unknown;
  try {
    chunk = JSON.parse(data);
  } catch {
    throw new ModelError("misfit", "The model answered something else than JSON.");
  }
  if (typeof chunk !== "object" || chunk === null)
    throw new ModelError("misfit", "The model answered something else than chunks.");
  if ("error" in chunk && chunk.error !== null && chunk.error !== undefined)
    throw new ModelError("failed", "The model broke off with an error.");
  return chunk;
}

function choiceOf({ choices }: Chunk): Choice | null {
  const first: unknown = Array.isArray(choices) ? choices[0] : null;
  return typeof first === "object" && first !== null ? first : null;
}

function reportedUsage(usage: unknown): NonNullable<ProviderPart["reported"]> {
  if (typeof usage !== "object" || usage === null) return {};
  const { prompt_tokens: input, completion_tokens: output } = usage as {
    readonly prompt_tokens?: unknown;
    readonly completion_tokens?: unknown;
  };
  return reportedTokens(input, output);
}

/**
 * Maximum plausible token count. No model has a larger context window, so a larger count is an error of the
 * provider.
 */
const MAX_TOKENS = 10_000_000;

/** Returns the reported token counts. Accepts only integers from 0 to `MAX_TOKENS`. */
export function reportedTokens(input: unknown, output: unknown): NonNullable<ProviderPart["reported"]> {
  return {
    ...(isCount(input) ? { inputTokens: input } : {}),
    ...(isCount(output) ? { outputTokens: output } : {}),
  };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= MAX_TOKENS;
}

/** Returns a string, or "" for any other value. Chunks that only set a role contain no text. */
export function textOrEmpty(value: unknown): string {
  return typeof value === "string" ? value : "";
}
