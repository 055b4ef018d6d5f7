import { cutText } from "./text/cut-text.ts";

/** The longest label, in UTF-16 code units. */
export const MAX_LABEL_CHARS = 255;
/** The longest label that a first prompt becomes, in UTF-16 code units. */
export const MAX_PROMPT_LABEL_CHARS = 80;

/** The label of a thread that was created without one: its first prompt, whitespace collapsed, cut at 80 characters, never inside a surrogate pair. */
export function labelFromPrompt(prompt: string): string {
  const collapsed = prompt.trim().replace(/\s+/g, " ");
  return cutText(collapsed, MAX_PROMPT_LABEL_CHARS).trimEnd();
}
