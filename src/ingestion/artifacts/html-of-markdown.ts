import MarkdownIt from "markdown-it";
import { htmlText } from "./spelling.ts";

/** Longer Markdown is not handed to the renderer, which keeps some hundred bytes a sign and may take quadratic time. */
const MAX_CHARACTERS = 262_144;

/**
 * Markdown that somebody wrote as HTML, CommonMark with tables. HTML in it is text. Pictures become what they are called: nothing is loaded from
 * where somebody else says. Null when it is too long for that.
 */
export function htmlOfMarkdown(text: string): string | null {
  if (text.length > MAX_CHARACTERS) return null;
  const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
  markdown.validateLink = (address) => /^(?:https?:|mailto:|#)/i.test(address.trim());
  markdown.renderer.rules["image"] = (tokens, at) => htmlText(tokens[at]!.content);
  return markdown.render(text);
}
