import type Token from "markdown-it/lib/token.mjs";
import { backtickFence, escapeMarkdownLine, escapeMarkdown } from "./escape-markdown.ts";

/** The lines of a paragraph, heading or cell, with literal text escaped. */
export function markdownOfInline(tokens: readonly Token[], isCell: boolean): string[] {
  const lines = [""];
  const links: string[] = [];
  const add = (written: string): void => {
    lines[lines.length - 1] += written;
  };
  for (const token of tokens) {
    if (token.type === "softbreak" || token.type === "hardbreak") {
      if (token.type === "hardbreak") add("\\");
      lines.push("");
    } else if (token.type === "code_inline") {
      const code = codeOf(token.content);
      add(isCell ? code.replaceAll("|", "\\|") : code);
    } else if (token.type === "link_open") {
      links.push(targetOf(token));
      add("[");
    } else if (token.type === "link_close") {
      add(`](${links.pop() ?? ""})`);
    } else if (token.nesting !== 0) {
      add(token.markup);
    } else {
      // Handles text and the alternative text of images.
      add(lines.at(-1) === "" ? escapeMarkdownLine(token.content) : escapeMarkdown(token.content));
    }
  }
  return lines;
}

function codeOf(code: string): string {
  const ticks = backtickFence(code, 1);
  const gap = /^[` ]|[` ]$/.test(code) ? " " : "";
  return ticks + gap + code + gap + ticks;
}

/** Returns the link target as it is: the parser already encoded spaces, quotes and angle brackets. */
function targetOf(token: Token): string {
  return String(token.attrGet("href") ?? "")
    .replaceAll("&", "&amp;")
    .replaceAll("(", "%28")
    .replaceAll(")", "%29");
}
