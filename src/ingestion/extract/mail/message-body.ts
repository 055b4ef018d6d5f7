import { ExtractionError } from "../../../domain/extraction-error.ts";
import { extractHtml } from "../html/extract-html.ts";
import { scanHtmlText } from "../html/scan-html-text.ts";
import { extractRtf } from "../rtf/extract-rtf.ts";
import { cleanProse } from "../text/clean-prose.ts";
import { decodeText } from "../text/decode-text.ts";
import { flowedText } from "./flowed-text.ts";
import { decodePart, type Choice, unfolded } from "./mail-parts.ts";
import { messageFields } from "./message-fields.ts";
import type { MessagePiece } from "./message-pieces.ts";
import { selectAlternatives } from "./select-alternatives.ts";
import type { TnefMessage } from "./tnef/read-tnef.ts";

/** Maximum number of HTML parts to read with a DOM tree, because each takes long. */
const MAX_TREES = 20;
const MAX_DEPTH = 64;
const FLOWED = /;[ \t]*format[ \t]*=[ \t]*"?flowed/i;
const SPACE_LOST = /;[ \t]*delsp[ \t]*=[ \t]*"?yes/i;

interface Said {
  readonly text: string;
  readonly choices: readonly Choice[];
}

export interface MessageBody {
  readonly text: string;
  /** Number of text parts whose bytes are not text. */
  readonly unread: number;
}

/** Extracts the text of a message. Of several alternatives, takes the one with the most text. */
export async function messageBody(pieces: readonly MessagePiece[]): Promise<MessageBody> {
  const said: Said[] = [];
  let [trees, unread] = [0, 0];
  for (const piece of pieces) {
    if (piece.kind === "attached") continue;
    const text = await textOf(piece, trees < MAX_TREES);
    if (piece.kind !== "message") trees += 1;
    if (text === null) unread += 1;
    else if (piece.kind !== "tnef" && text.trim() !== "") said.push({ text, choices: piece.choices });
    else if (text.trim() !== "") said.splice(0, said.length, ...withTnef(chosen(said), text));
  }
  const text = chosen(said)
    .map((each) => each.text.trim())
    .join("\n\n");
  return { text: text === "" ? "" : `${text}\n`, unread };
}

/** Treats the text of a `winmail.dat` as an alternative to the message text before it. */
function withTnef(before: readonly Said[], text: string): Said[] {
  const [isFirstKept = false, isKept = false] = selectAlternatives([
    before.map((each) => each.text).join("\n"),
    text,
  ]);
  return [...(isFirstKept ? before : []), ...(isKept ? [{ text, choices: [] }] : [])];
}

/** Selects among alternatives, from the innermost outward. */
function chosen(said: readonly Said[]): readonly Said[] {
  let told = said;
  for (
    let depth = Math.min(MAX_DEPTH, Math.max(0, ...said.map(({ choices }) => choices.length)));
    depth > 0;
    depth -= 1
  ) {
    const groups = Map.groupBy(told, ({ choices }) => choices[depth - 1]?.of ?? 0);
    const lost = new Set<Said>();
    for (const [of, group] of groups) {
      if (of === 0) continue;
      const ways = [...Map.groupBy(group, ({ choices }) => choices[depth - 1]?.way ?? 0).values()];
      const isKept = selectAlternatives(ways.map((way) => way.map((each) => each.text).join("\n")));
      for (const [at, way] of ways.entries()) if (isKept[at] !== true) for (const each of way) lost.add(each);
    }
    told = told.filter((each) => !lost.has(each));
  }
  return told;
}

/** @returns null if the bytes are not text */
async function textOf(
  piece: Exclude<MessagePiece, { kind: "attached" }>,
  isTree: boolean,
): Promise<string | null> {
  if (piece.kind === "message") return (await messageFields(piece.fields)).list;
  if (piece.kind === "tnef") return await textOfTnef(piece.tnef, isTree);
  const bytes = decodePart(piece.part);
  const isHtml = piece.type === "text/html";
  // Ignores a declared ASCII charset, because many programs declare it unchecked.
  const charset = /^(?:us-)?ascii$/i.test(piece.charset ?? "") ? null : piece.charset;
  const text = await orNull(async () => await decodeText(bytes, { charset, isHtml }));
  if (text === null) return bytes.length === 0 ? "" : null;
  if (isHtml) return await pageText(text, isTree);
  const declared = unfolded(piece.part.fields);
  const lines = cleanProse(text).text.replaceAll("\r\n", "\n");
  return FLOWED.test(declared) ? flowedText(lines, SPACE_LOST.test(declared)) : lines;
}

async function pageText(html: string, isTree: boolean): Promise<string> {
  if (!isTree) return scanHtmlText(html).text;
  return (await orNull(async () => (await extractHtml(html)).text)) ?? "";
}

async function textOfTnef({ plain, html, rtf, charset }: TnefMessage, isTree: boolean): Promise<string> {
  const page =
    html.length === 0 ? "" : await orNull(async () => await decodeText(html, { charset, isHtml: true }));
  const ways = [
    plain.replaceAll("\r\n", "\n"),
    page === null || page === "" ? "" : await pageText(page, isTree),
    rtf.length === 0 ? "" : ((await orNull(() => extractRtf(rtf).text)) ?? ""),
  ];
  const isKept = selectAlternatives(ways);
  return ways.filter((_, at) => isKept[at]).join("\n\n");
}

async function orNull(read: () => string | Promise<string>): Promise<string | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ExtractionError) return null;
    throw error;
  }
}
