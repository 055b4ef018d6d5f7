import { cleanName } from "./clean-name.ts";

/** The longest label, in characters (code points). */
export const MAX_LABEL_CHARS = 255;
/** The longest label that a first prompt becomes, in characters. */
const MAX_PROMPT_LABEL_CHARS = 80;

export function isTooLongForLabel(text: string): boolean {
  return Array.from(text).length > MAX_LABEL_CHARS;
}

/** The label of a thread that was created without one: its first prompt, whitespace collapsed, cut at 80 characters. */
export function labelFromPrompt(prompt: string): string {
  const collapsed = cleanName(prompt).trim().replace(/\s+/g, " ");
  return Array.from(collapsed).slice(0, MAX_PROMPT_LABEL_CHARS).join("").trimEnd();
}
