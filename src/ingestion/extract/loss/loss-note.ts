import { runCooperatively } from "../../../text/run-cooperatively.ts";
import type { ExtractedText } from "../extracted-text.ts";
import type { FileKind } from "../file-types.ts";
import { decodeText } from "../text/decode-text.ts";
import { countHtml } from "./count-html.ts";
import { countBook, countXml } from "./count-xml.ts";
import { countPackage, isPackage } from "./count-package.ts";
import { countRtf } from "./count-rtf.ts";
import { countText, isCountedText } from "./count-text.ts";
import { CountLimitReached, type WordSink, MAX_COUNTED_CHARS } from "./word-sink.ts";
import { WordSketch } from "./word-sketch.ts";

/**
 * The note is shown to users if the lost words reach this share and this number. `docs/evaluation.md` gives
 * the rate of false alarms.
 */
const TOLD_SHARE = 0.05;
const TOLD_WORDS = 5;
/**
 * Minimum shares of the lost words with a known location. From `some` on, the note names the locations of
 * many words, and from `most` on those of all.
 */
const NAMED_SHARE = { some: 0.4, most: 0.9 };
const NAMED_PLACES = 3;

interface Source {
  readonly kind: FileKind;
  readonly bytes: Uint8Array;
  readonly charset: string | null;
  readonly extracted: ExtractedText;
}

/**
 * Returns a note about words that the file contains but its extracted text lacks; "" if they are few or the
 * kind is not counted.
 */
export async function lossNote(source: Source): Promise<string> {
  if (!isCounted(source)) return "";
  const kept = new WordSketch();
  await runCooperatively(kept.addAll(source.extracted.text));
  await runCooperatively(kept.addAll(source.extracted.omitted ?? ""));
  const count = new LossCount(kept);
  try {
    await countSource(source, count);
  } catch {
    // The counting limit is reached, or a part that no extractor needs is damaged. The count up to here is
    // valid.
  }
  return count.note;
}

const MARKUP: ReadonlySet<FileKind> = new Set(["html", "rtf", "epub"]);

function isCounted({ kind, extracted }: Source): boolean {
  return (
    isPackage(kind) ||
    isCountedText(kind) ||
    MARKUP.has(kind) ||
    (kind === "xml" && extracted.strategy === "xml")
  );
}

/** @throws CountLimitReached, ExtractionError */
async function countSource({ kind, bytes, charset }: Source, count: WordSink): Promise<void> {
  const text = async (): Promise<string> => await decodeText(bytes, { charset, isHtml: kind === "html" });
  if (isPackage(kind)) await runCooperatively(countPackage(kind, bytes, count));
  else if (isCountedText(kind)) await runCooperatively(countText(kind, await text(), count));
  else if (kind === "html") await runCooperatively(countHtml(await text(), count));
  else if (kind === "rtf") await runCooperatively(countRtf(bytes, count));
  else if (kind === "epub") await countBook(bytes, count);
  else await runCooperatively(countXml(await text(), count));
}

/** Compares the words of a file with its extracted text. */
export class LossCount implements WordSink {
  readonly #kept: WordSketch;
  readonly #lostIn = new Map<string, number>();
  #words = 0;
  #lost = 0;
  #chars = 0;

  constructor(kept: WordSketch) {
    this.#kept = kept;
  }

  add(piece: string, place: string): void {
    const { words, lost } = this.#kept.compare(piece);
    this.#words += words;
    this.#lost += lost;
    if (lost > 0) this.#lostIn.set(place, (this.#lostIn.get(place) ?? 0) + lost);
    this.#chars += piece.length;
    if (this.#chars >= MAX_COUNTED_CHARS) throw new CountLimitReached();
  }

  get share(): number {
    return this.#words === 0 ? 0 : this.#lost / this.#words;
  }

  get note(): string {
    if (this.share < TOLD_SHARE || this.#lost < TOLD_WORDS) return "";
    const told = `About ${Math.round(this.share * 100)} % of the words in this file were not read`;
    const places = [...this.#lostIn].filter(([place]) => place !== "").toSorted(([, a], [, b]) => b - a);
    const named = places.reduce((sum, [, lost]) => sum + lost, 0);
    if (named < this.#lost * NAMED_SHARE.some) return `${told}.`;
    const which = named < this.#lost * NAMED_SHARE.most ? "many of them" : "they";
    return `${told}: ${which} stand in ${listed(places.slice(0, NAMED_PLACES).map(([place]) => place))}.`;
  }
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
