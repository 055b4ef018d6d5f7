import MarkdownIt from "markdown-it";
import { escapeHtml } from "./escape-markdown.ts";

/** Limit for the renderer, which keeps some hundred bytes per token and may take quadratic time. */
const MAX_CHARACTERS = 262_144;

/**
 * Renders user-written Markdown (CommonMark with tables) as HTML. Replaces embedded HTML by text and images
 * by their alternative text, so the page loads nothing. Returns null if the Markdown is too long.
 */
export function htmlOfMarkdown(text: string): string | null {
  if (text.length > MAX_CHARACTERS) return null;
  const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
  markdown.validateLink = (address) => /^(?:https?:|mailto:|#)/i.test(address.trim());
  markdown.renderer.rules["image"] = (tokens, at) => escapeHtml(tokens[at]!.content);
  return markdown.render(text);
}
