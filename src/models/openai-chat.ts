import { requestCompletion } from "./request-completion.ts";
import { parseChatStream } from "./chat-stream.ts";
import type { TextProvider, TextSampling } from "./language-model.ts";

export interface ChatModelSettings extends Pick<TextProvider, "id" | "contextWindow"> {
  /** Base URL of the API without a trailing slash. */
  readonly url: string;
  /** Name of the model at the provider. */
  readonly model: string;
  readonly key: string | null;
}

/** Adapter for `POST /v1/chat/completions`, which Ollama, vLLM, llama.cpp, OpenAI and others provide. */
export function openaiChat({ id, contextWindow, url, model, key }: ChatModelSettings): TextProvider {
  const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
  return {
    id,
    contextWindow,
    write: ({ messages, tools = [], sampling, signal }) => {
      const body = {
        model,
        messages,
        ...(tools.length === 0 ? {} : { tools: tools.map((tool) => ({ type: "function", function: tool })) }),
        stream: true,
        stream_options: { include_usage: true },
        ...chatSampling(sampling),
      };
      return parseChatStream(
        requestCompletion(new URL(`${url}/chat/completions`), { headers, body, signal }),
      );
    },
  };
}

/** Maximum number of stop sequences in the protocol. */
const MAX_STOPS = 4;

/**
 * Returns the sampling fields of a request. Omits null options, because some servers reject unknown fields.
 */
export function chatSampling(sampling: TextSampling): Readonly<Record<string, unknown>> {
  const { temperature, maxTokens, topP, frequencyPenalty, presencePenalty, logitBias, stop } = sampling;
  return {
    temperature,
    max_tokens: maxTokens,
    ...(topP === null ? {} : { top_p: topP }),
    ...(frequencyPenalty === null ? {} : { frequency_penalty: frequencyPenalty }),
    ...(presencePenalty === null ? {} : { presence_penalty: presencePenalty }),
    ...(logitBias === null ? {} : { logit_bias: logitBias }),
    ...(stop.length === 0 ? {} : { stop: stop.slice(0, MAX_STOPS) }),
  };
}
