import { MAX_ARTIFACT_BYTES } from "../../domain/asset.ts";
import { sha256Hex } from "../../domain/sha256.ts";
import { countTextTokensSteps } from "../../text/count-text-tokens.ts";
import { runCooperatively } from "../../text/run-cooperatively.ts";
import type { CooperativeTask } from "../../text/cooperative-task.ts";
import type { ExtractedText, TextForm } from "../extract/extracted-text.ts";
import type { ArtifactsHead } from "./artifacts-head.ts";
import { CappedBuffer } from "./capped-buffer.ts";
import { HtmlOfBlocks } from "./html-of-blocks.ts";
import { HtmlOfMarkup } from "./html-of-markup.ts";
import { MarkdownOfBlocks } from "./markdown-of-blocks.ts";
import { readMarkup } from "./read-markup.ts";
import { backtickFence, escapeHtml } from "./escape-markdown.ts";
import { plainBlocks, spelledBlocks, type TextBlock } from "./text-block.ts";

/**
 * A document as Markdown and as HTML. A format that is too long is null. The HTML has no scripts and loads
 * nothing.
 */
interface Made {
  readonly markdown: string | null;
  readonly html: string | null;
}

export interface MadeArtifacts {
  readonly head: ArtifactsHead;
  /** The Markdown followed by the HTML, in UTF-8. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Makes the artifacts of an extracted text.
 * @returns null if the text has none
 */
export async function makeArtifacts(extracted: ExtractedText): Promise<MadeArtifacts | null> {
  const made = await bodiesOf(extracted);
  const markdown = await encoded(made.markdown);
  const html = await encoded(made.html === null ? null : pageOf(extracted.title, made.html));
  const bytes = new Uint8Array((markdown?.bytes.length ?? 0) + (html?.bytes.length ?? 0));
  if (bytes.length === 0) return null;
  bytes.set(markdown?.bytes ?? []);
  bytes.set(html?.bytes ?? [], markdown?.bytes.length ?? 0);
  return {
    head: { sha256: await sha256Hex(bytes), markdown: sizesOf(markdown), html: sizesOf(html) },
    bytes,
  };
}

interface Encoded {
  readonly bytes: Uint8Array;
  readonly tokens: number;
}

async function encoded(text: string | null): Promise<Encoded | null> {
  if (text === null) return null;
  const bytes = new TextEncoder().encode(text);
  return bytes.length > MAX_ARTIFACT_BYTES
    ? null
    : { bytes, tokens: await runCooperatively(countTextTokensSteps(text)) };
}

function sizesOf(artifact: Encoded | null): ArtifactsHead["html"] {
  return artifact === null ? null : { bytes: artifact.bytes.length, tokens: artifact.tokens };
}

async function bodiesOf({ text, form }: ExtractedText): Promise<Made> {
  if (form === "code") return codeOf(text);
  if (form === "markdown") {
    const [{ htmlOfMarkdown }, { markdownOfMarkdown }] = await Promise.all([
      import("./html-of-markdown.ts"),
      import("./markdown-of-markdown.ts"),
    ]);
    const [html, markdown] = [htmlOfMarkdown(text), markdownOfMarkdown(text)];
    if (html !== null && markdown !== null) return { markdown, html };
    const ofText = await runCooperatively(ofBlocks(spelledBlocks(text)));
    return { markdown: markdown ?? ofText.markdown, html: html ?? ofText.html };
  }
  if (typeof form === "string")
    return await runCooperatively(ofBlocks(form === "spelled" ? spelledBlocks(text) : plainBlocks(text)));
  return await ofHtml(text, form);
}

async function ofHtml(text: string, { html: parts, isBalanced }: Exclude<TextForm, string>): Promise<Made> {
  const safe: string[] = [];
  const all = new CappedBuffer();
  for (const part of parts) {
    const made = await runCooperatively(safeHtml(part, isBalanced));
    all.add(made ?? "");
    if (made === null || all.isFull)
      return { html: null, markdown: (await runCooperatively(ofBlocks(plainBlocks(text)))).markdown };
    safe.push(made);
  }
  const { markdownOfHtml } = await import("./markdown-of-html.ts");
  return {
    html: safe.join("\n"),
    markdown: markdownOfHtml(safe) ?? (await runCooperatively(ofBlocks(plainBlocks(text)))).markdown,
  };
}

function* safeHtml(html: string, isBalanced: boolean): CooperativeTask<string | null> {
  const out = new CappedBuffer();
  for (const _ of readMarkup(html, isBalanced, new HtmlOfMarkup(out))) {
    if (out.isFull) return null;
    yield;
  }
  return out.text;
}

function* ofBlocks(blocks: Iterable<TextBlock>): CooperativeTask<Made> {
  const [html, markdown] = [new CappedBuffer(), new CappedBuffer()];
  const [asHtml, asMarkdown] = [new HtmlOfBlocks(), new MarkdownOfBlocks()];
  for (const block of blocks) {
    html.add(asHtml.add(block));
    markdown.add(asMarkdown.add(block));
    if (html.isFull && markdown.isFull) break;
    yield;
  }
  html.add(asHtml.end());
  markdown.add(asMarkdown.end());
  return { html: html.text, markdown: markdown.text };
}

function codeOf(code: string): Made {
  const ticks = backtickFence(code, 3);
  const end = code.endsWith("\n") ? "" : "\n";
  return {
    html: `<pre><code>${escapeHtml(code)}</code></pre>\n`,
    markdown: `${ticks}\n${code}${end}${ticks}\n`,
  };
}

function pageOf(title: string, body: string): string {
  const name = escapeHtml(title.slice(0, 1_000).toWellFormed());
  return `<!doctype html>\n<html><head><meta charset="utf-8"><title>${name}</title></head><body>\n${body}</body></html>\n`;
}
