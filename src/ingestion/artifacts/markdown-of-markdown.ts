import MarkdownIt from "markdown-it";
import { markdownOfTokens } from "./markdown-of-tokens.ts";

/** The same limit as for the HTML. */
const MAX_CHARACTERS = 262_144;
/** Web and mail addresses, and relative ones. */
const HARMLESS_TARGET = /^(?:https?:|mailto:|[^:/?#]*(?:[/?#]|$))/i;
/** Clients disagree on the extent of code, so a tag, image or script counts anywhere. */
const LOOKS_HARMFUL = /<[a-z/!?]|!\[|(?:javascript|vbscript|data)\s*:|&(?:#|colon|tab|newline)/i;

/**
 * Sanitizes user-written Markdown. A document without active content stays unchanged. Otherwise it is written
 * anew: HTML becomes text, images become their alternative text, and links with other schemes become text.
 * Returns null for too long Markdown.
 */
export function markdownOfMarkdown(text: string): string | null {
  const looksHarmless = !LOOKS_HARMFUL.test(text.replaceAll("\\", ""));
  if (text.length > MAX_CHARACTERS) return looksHarmless ? text : null;
  const parser = new MarkdownIt({ html: false, linkify: false, typographer: false });
  let hasRefused = false;
  parser.validateLink = (target) => {
    const isAllowed = HARMLESS_TARGET.test(target.trim());
    hasRefused ||= !isAllowed;
    return isAllowed;
  };
  const tokens = parser.parse(text, {});
  return looksHarmless && !hasRefused ? text : markdownOfTokens(tokens);
}
