import { requestCompletion } from "./request-completion.ts";
import { ToolCallParser } from "./tool-call-parser.ts";
import { parseChunk, textOrEmpty, reportedTokens } from "./chat-stream.ts";
import {
  ModelError,
  type ProviderPart,
  type TextEnd,
  type TextRequest,
  type TextProvider,
} from "./language-model.ts";
import type { ChatModelSettings } from "./openai-chat.ts";

const API_VERSION = "2023-06-01";

/** Adapter for the Anthropic Messages API (`POST /v1/messages`). */
export function anthropicMessages({ id, contextWindow, url, model, key }: ChatModelSettings): TextProvider {
  const headers = { "anthropic-version": API_VERSION, ...(key === null ? {} : { "x-api-key": key }) };
  return {
    id,
    contextWindow,
    write: (order) =>
      parseMessageStream(
        requestCompletion(new URL(`${url}/messages`), {
          headers,
          body: bodyOf(model, order),
          signal: order.signal,
        }),
      ),
  };
}

/** Returns the request body. The API accepts either temperature or top_p, and no penalties. */
function bodyOf(
  model: string,
  { messages, tools = [], sampling }: Pick<TextRequest, "messages" | "tools" | "sampling">,
): Readonly<Record<string, unknown>> {
  const { temperature, topP, stop, maxTokens } = sampling;
  const said = messages.filter(({ role }) => role !== "system");
  const system = messages.flatMap(({ role, content }) => (role === "system" ? [content] : [])).join("\n\n");
  return {
    model,
    system,
    messages: said,
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, parameters }) => {
            return { name, description, input_schema: parameters };
          }),
        }),
    stream: true,
    max_tokens: maxTokens,
    ...(topP === null ? { temperature: Math.min(1, temperature) } : { top_p: topP }),
    // The API rejects stop sequences that consist of whitespace.
    ...(stop.some((text) => text.trim() !== "")
      ? { stop_sequences: stop.filter((text) => text.trim() !== "") }
      : {}),
  };
}

/** Fields that the adapter reads from an event. All values are untrusted. */
interface MessageEvent {
  readonly type?: unknown;
  /** Place of the content block. */
  readonly index?: unknown;
  readonly content_block?: { readonly type?: unknown; readonly name?: unknown } | null;
  /** Present in the first event only. */
  readonly message?: { readonly usage?: MessageUsage | null } | null;
  readonly delta?: {
    readonly text?: unknown;
    readonly thinking?: unknown;
    /** A piece of the arguments of a tool call. */
    readonly partial_json?: unknown;
    readonly stop_reason?: unknown;
  } | null;
  readonly usage?: MessageUsage | null;
}

interface MessageUsage {
  readonly input_tokens?: unknown;
  readonly output_tokens?: unknown;
}

const COMPLETE_REASONS = new Set(["end_turn", "stop_sequence", "tool_use"]);

/**
 * Parses the events of a streamed message.
 * @throws ModelError `cut` if the stream ends without `message_stop`, `misfit` if an event is malformed
 */
async function* parseMessageStream(
  events: AsyncIterable<string>,
): AsyncGenerator<ProviderPart | TextEnd, void> {
  let reason: string | null = null;
  let isDone = false;
  const calls = new ToolCallParser();
  for await (const data of events) {
    const { type, index, content_block: block, message, delta, usage } = parseChunk(data) as MessageEvent;
    const reported = message?.usage ?? usage;
    if (block?.type === "tool_use") calls.take({ index, name: block.name });
    if (typeof delta?.partial_json === "string") calls.take({ index, arguments: delta.partial_json });
    if (typeof delta?.stop_reason === "string") reason = delta.stop_reason;
    if (type === "message_stop") {
      isDone = true;
      break;
    }
    yield {
      kind: "part",
      text: textOrEmpty(delta?.text),
      reasoning: textOrEmpty(delta?.thinking),
      reported: reportedTokens(reported?.input_tokens, reported?.output_tokens),
    };
  }
  if (!isDone) throw new ModelError("cut", "The model's text broke off.");
  yield { kind: "end", isWhole: reason === null || COMPLETE_REASONS.has(reason), ...calls.found() };
}
