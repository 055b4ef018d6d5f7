import { html } from "hono/html";

export type Html = ReturnType<typeof html>;

/** Renders text with `code` between backticks. */
export function phrase(text: string): Html {
  const parts = text.split("`");
  return html`${parts.map((part, position) => (position % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

/** Renders paragraphs, which an empty line separates. */
export function prose(text: string): Html {
  const paragraphs = text.split("\n\n").filter((paragraph) => paragraph !== "");
  return html`${paragraphs.map((paragraph) => html`<p>${phrase(paragraph)}</p>`)}`;
}
