import { sanitizeName } from "./sanitize-name.ts";

/** Maximum length of a label in characters (code points). */
export const MAX_LABEL_CHARS = 255;
/** Maximum length of a label derived from a prompt, in characters. */
const MAX_PROMPT_LABEL_CHARS = 80;

export function isTooLongForLabel(text: string): boolean {
  return Array.from(text).length > MAX_LABEL_CHARS;
}

/**
 * Returns the label for a thread without one: its first prompt with collapsed whitespace, truncated to 80
 * characters.
 */
export function labelFromPrompt(prompt: string): string {
  const collapsed = sanitizeName(prompt).trim().replace(/\s+/g, " ");
  return Array.from(collapsed).slice(0, MAX_PROMPT_LABEL_CHARS).join("").trimEnd();
}
