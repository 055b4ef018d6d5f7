import MarkdownIt from "markdown-it";
import { markdownOfTokens } from "./markdown-of-tokens.ts";

/** As for the HTML: longer Markdown is not parsed. */
const MAX_CHARACTERS = 262_144;
/** The web, mail, and what has no scheme: places of the same site and of the document. */
const HARMLESS_TARGET = /^(?:https?:|mailto:|[^:/?#]*(?:[/?#]|$))/i;
/** Clients differ in what they take for code, so what looks like a tag, a picture or a script counts wherever it stands. */
const LOOKS_HARMFUL = /<[a-z/!?]|!\[|(?:javascript|vbscript|data)\s*:|&(?:#|colon|tab|newline)/i;

/**
 * Markdown that somebody wrote, without what a client would run or load. A document that has nothing of the kind stays as it is. Any other one is
 * written anew: HTML becomes text, as in all other kinds of files; pictures become what they are called, and links to other schemes become text.
 * Null when it is too long for that.
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
