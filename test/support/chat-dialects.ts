/** The token counts that every response reports. */
export const USAGE = { prompt_tokens: 321, completion_tokens: 45 };

// The stream of a text in each protocol: the events before it, its pieces, and the events after it.

const choice = (delta: object, reason: string | null) => ({
  id: "chatcmpl-1",
  object: "chat.completion.chunk",
  choices: [{ index: 0, delta, finish_reason: reason }],
});
export const CHAT = {
  begin: [choice({ role: "assistant", content: "" }, null)],
  part: (content: string) => choice({ content }, null),
  thought: (reasoning_content: string) => choice({ reasoning_content }, null),
  end: [choice({}, "stop"), { object: "chat.completion.chunk", choices: [], usage: USAGE }, "[DONE]"],
};
export const MESSAGES = {
  begin: [
    { type: "message_start", message: { id: "msg_1", role: "assistant", usage: { input_tokens: USAGE.prompt_tokens, output_tokens: 1 } } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "ping" },
  ],
  part: (text: string) => ({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } }),
  thought: (thinking: string) => ({ type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking } }),
  end: [
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: USAGE.completion_tokens } },
    { type: "message_stop" },
  ],
};
