import { askForText } from "./ask-for-text.ts";
import { readChat } from "./chat-chunks.ts";
import type { TextProvider, TextSampling } from "./language-model.ts";

export interface ChatModel extends Pick<TextProvider, "id" | "contextWindow"> {
  /** The base of the API without a slash at the end. */
  readonly url: string;
  /** As its provider calls it. */
  readonly model: string;
  readonly key: string | null;
}

/** A model behind `POST /v1/chat/completions`: Ollama, vLLM, llama.cpp, OpenAI and others. */
export function openAiChat({ id, contextWindow, url, model, key }: ChatModel): TextProvider {
  const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
  return {
    id,
    contextWindow,
    write: ({ messages, sampling, signal }) => {
      const body = { model, messages, stream: true, stream_options: { include_usage: true }, ...chatSampling(sampling) };
      return readChat(askForText(new URL(`${url}/chat/completions`), { headers, body, signal }));
    },
  };
}

/** So many stop texts the protocol takes. */
const MAX_STOPS = 4;

/** What is left to the model is not sent: some servers refuse fields that they do not know. */
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
