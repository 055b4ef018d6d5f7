import { askForText } from "./ask-for-text.ts";
import { chunkOf, textIn, toldTokens } from "./chat-chunks.ts";
import { ModelFault, type ProviderPart, type TextEnd, type TextOrder, type TextProvider } from "./language-model.ts";
import type { ChatModel } from "./openai-chat.ts";

const API_VERSION = "2023-06-01";

/** A model behind `POST /v1/messages`, as Anthropic has it. */
export function anthropicMessages({ id, contextWindow, url, model, key }: ChatModel): TextProvider {
  const headers = { "anthropic-version": API_VERSION, ...(key === null ? {} : { "x-api-key": key }) };
  return {
    id,
    contextWindow,
    write: (order) => readMessage(askForText(new URL(`${url}/messages`), { headers, body: bodyOf(model, order), signal: order.signal })),
  };
}

/** It takes one of temperature and top_p, and no penalties. */
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
    // Texts of white space alone are refused.
    ...(stop.some((text) => text.trim() !== "") ? { stop_sequences: stop.filter((text) => text.trim() !== "") } : {}),
  };
}

/** What is read of an event; all of it is a stranger's. */
interface MessageEvent {
  readonly type?: unknown;
  /** Of the first one. */
  readonly message?: { readonly usage?: MessageUsage | null } | null;
  readonly delta?: { readonly text?: unknown; readonly thinking?: unknown; readonly stop_reason?: unknown } | null;
  readonly usage?: MessageUsage | null;
}

interface MessageUsage {
  readonly input_tokens?: unknown;
  readonly output_tokens?: unknown;
}

const WHOLE = new Set(["end_turn", "stop_sequence"]);

/** The text of a message, from its events' data. @throws ModelFault `cut` when it ends without saying so, `misfit` */
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
