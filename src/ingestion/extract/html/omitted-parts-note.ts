import { composeNote } from "../compose-note.ts";
import { getAttribute } from "./get-attribute.ts";
import { htmlTokens } from "./html-tokens.ts";

/** A page with less text may be rendered by scripts, or may be a frame around another page. */
const FEW_CHARS = 300;
/** Elements into which JavaScript frameworks render a page. */
const SCRIPTED_ROOT = /\sid\s{0,4}=\s{0,4}["']?(?:root|app|__next|__nuxt|svelte|main-app|react-root)["'\s>]/i;
const MAX_TAG_CHARS = 2_000;

interface Counts {
  frames: number;
  embedded: number;
  inlineFrames: number;
  canvases: number;
  scripts: number;
  hasScriptedRoot: boolean;
}

/**
 * Returns sentences about visible parts of a page that were not read; `""` if all were read. Always lists
 * framesets and embedded files. Does not list frames in a page with enough text, because these are
 * advertisements or videos.
 * @param chars length of the extracted text
 */
export function omittedPartsNote(html: string, chars: number): string {
  const counts = countsOf(html);
  const { frames, embedded } = counts;
  const isShort = chars < FEW_CHARS;
  const others = frames + (isShort ? counts.inlineFrames : 0);
  return composeNote([
    others === 0
      ? ""
      : `This page shows ${number(others, "other page")} in frames, which are not in the file and were not read.`,
    embedded === 0
      ? ""
      : `${number(embedded, "embedded file")} of this page ${embedded === 1 ? "was" : "were"} not read. Upload such files by themselves.`,
    isShort && counts.scripts > 0 && counts.hasScriptedRoot
      ? "Scripts create most of this page, and the service does not run scripts. Open the page in a browser, save it as PDF, and upload that."
      : "",
    isShort && counts.canvases > 0 ? "The service did not read words that scripts draw on this page." : "",
  ]);
}

function countsOf(html: string): Counts {
  const counts: Counts = {
    frames: 0,
    embedded: 0,
    inlineFrames: 0,
    canvases: 0,
    scripts: 0,
    hasScriptedRoot: false,
  };
  for (const token of htmlTokens(html)) {
    if (token.kind === "text" || token.kind === "declaration" || token.kind === "close") continue;
    const start = token.kind === "raw" ? token.tag : token.start;
    const tagEnd = token.kind === "raw" ? token.start : token.end;
    const tag = html.slice(start, Math.min(tagEnd, start + MAX_TAG_CHARS));
    count(counts, token.name, tag);
  }
  return counts;
}

function count(counts: Counts, name: string, tag: string): void {
  const has = (attribute: string): boolean => (getAttribute(tag, attribute) ?? "") !== "";
  if (name === "frame" && has("src")) counts.frames += 1;
  else if ((name === "object" && has("data")) || (name === "embed" && has("src"))) counts.embedded += 1;
  else if (name === "iframe" && has("src") && getAttribute(tag, "srcdoc") === null) counts.inlineFrames += 1;
  else if (name === "canvas") counts.canvases += 1;
  else if (name === "script") counts.scripts += 1;
  else counts.hasScriptedRoot ||= SCRIPTED_ROOT.test(tag);
}

function number(count: number, thing: string): string {
  return `${count.toLocaleString("en")} ${thing}${count === 1 ? "" : "s"}`;
}
