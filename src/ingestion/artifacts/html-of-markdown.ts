import MarkdownIt from "markdown-it";
import { escapeHtml } from "./escape-markdown.ts";

/** Limit for the renderer, which keeps some hundred bytes per token and may take quadratic time. */
const MAX_CHARACTERS = 262_144;

/**
 * Renders user-written Markdown (CommonMark with tables) as HTML. Embedded HTML becomes text, and images
 * become their alternative text, so nothing is loaded. Returns null for too long Markdown.
 */
export function htmlOfMarkdown(text: string): string | null {
  if (text.length > MAX_CHARACTERS) return null;
  const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
  markdown.validateLink = (address) => /^(?:https?:|mailto:|#)/i.test(address.trim());
  markdown.renderer.rules["image"] = (tokens, at) => escapeHtml(tokens[at]!.content);
  return markdown.render(text);
}
