import { askForText } from "./ask-for-text.ts";
import { chunkOf, textIn, toldTokens } from "./chat-chunks.ts";
import { ModelFault, type ProviderPart, type TextEnd, type TextOrder, type TextProvider } from "./language-model.ts";
import type { ChatModel } from "./openai-chat.ts";

const API_VERSION = "2023-06-01";

/** Adapter for the Anthropic Messages API (`POST /v1/messages`). */
export function anthropicMessages({ id, contextWindow, url, model, key }: ChatModel): TextProvider {
  const headers = { "anthropic-version": API_VERSION, ...(key === null ? {} : { "x-api-key": key }) };
  return {
    id,
    contextWindow,
    write: (order) => readMessage(askForText(new URL(`${url}/messages`), { headers, body: bodyOf(model, order), signal: order.signal })),
  };
}

/** The API accepts either temperature or top_p, and no penalties. */
function bodyOf(model: string, { messages, sampling }: Pick<TextOrder, "messages" | "sampling">): Readonly<Record<string, unknown>> {
  const { temperature, topP, stop, maxTokens } = sampling;
  const said = messages.filter(({ role }) => role !== "system");
  const system = messages.flatMap(({ role, content }) => (role === "system" ? [content] : [])).join("\n\n");
  return {
    model,
    system,
    messages: said,
    stream: true,
    max_tokens: maxTokens,
    ...(topP === null ? { temperature: Math.min(1, temperature) } : { top_p: topP }),
    // The API rejects stop sequences that are only whitespace.
    ...(stop.some((text) => text.trim() !== "") ? { stop_sequences: stop.filter((text) => text.trim() !== "") } : {}),
  };
}

/** The fields read from an event. All values are untrusted. */
interface MessageEvent {
  readonly type?: unknown;
  /** Sent with the first event. */
  readonly message?: { readonly usage?: MessageUsage | null } | null;
  readonly delta?: { readonly text?: unknown; readonly thinking?: unknown; readonly stop_reason?: unknown } | null;
  readonly usage?: MessageUsage | null;
}

interface MessageUsage {
  readonly input_tokens?: unknown;
  readonly output_tokens?: unknown;
}

const WHOLE = new Set(["end_turn", "stop_sequence"]);

/**
 * Parses the events of a streamed message.
 * @throws ModelFault `cut` when the stream ends without `message_stop`, `misfit` when an event is malformed
 */
async function* readMessage(events: AsyncIterable<string>): AsyncGenerator<ProviderPart | TextEnd, void> {
  let reason: string | null = null;
  let isDone = false;
  for await (const data of events) {
    const { type, message, delta, usage } = chunkOf(data) as MessageEvent;
    const told = message?.usage ?? usage;
    if (typeof delta?.stop_reason === "string") reason = delta.stop_reason;
    if (type === "message_stop") {
      isDone = true;
      break;
    }
    yield {
      kind: "part",
      text: textIn(delta?.text),
      thought: textIn(delta?.thinking),
      told: toldTokens(told?.input_tokens, told?.output_tokens),
    };
  }
  if (!isDone) throw new ModelFault("cut", "The model's text broke off.");
  yield { kind: "end", isWhole: reason === null || WHOLE.has(reason) };
}
