import MarkdownIt from "markdown-it";
import { markdownOfTokens } from "./markdown-of-tokens.ts";

/** The same limit as in `html-of-markdown.ts`. */
const MAX_CHARACTERS = 262_144;
/** Web addresses, mail addresses and relative addresses. */
const HARMLESS_TARGET = /^(?:https?:|mailto:|[^:/?#]*(?:[/?#]|$))/i;
/** Markdown clients disagree on where code begins and ends, so a tag, image or script counts anywhere. */
const LOOKS_HARMFUL = /<[a-z/!?]|!\[|(?:javascript|vbscript|data)\s*:|&(?:#|colon|tab|newline)/i;

/**
 * Sanitizes user-written Markdown. A document without active content stays unchanged. In other documents,
 * HTML and links with unsafe schemes become text, and images become their alternative text. Returns null if
 * the Markdown is too long.
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
