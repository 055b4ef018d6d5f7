import { readFile } from "node:fs/promises";
import { join } from "node:path";

const PARTS = ["noun", "verb", "adj", "adv"] as const;
type Part = (typeof PARTS)[number];
const PART_OF: Readonly<Record<string, Part>> = { n: "noun", v: "verb", a: "adj", s: "adj", r: "adv" };

export interface Pointer {
  readonly kind: string;
  readonly to: string;
  /** Index of the source word in its synset, from 1; 0 and 0 relate all words to all. */
  readonly fromWord: number;
  readonly toWord: number;
}

export interface Synset {
  readonly words: readonly string[];
  readonly pointers: readonly Pointer[];
  /** The definition, then examples in quotes. */
  readonly gloss: string;
}

export interface WordNet {
  readonly synsets: ReadonlyMap<string, Synset>;
  /** Synsets by part of speech and lemma, the most frequent sense first. */
  readonly senses: ReadonlyMap<string, readonly string[]>;
}

/** @param folder of the package; the manual page wndb(5WN) describes its format */
export async function readWordNet(folder: string): Promise<WordNet> {
  const synsets = new Map<string, Synset>();
  const senses = new Map<string, string[]>();
  for (const part of PARTS) {
    for (const line of await linesOf(join(folder, "dict", `data.${part}`))) {
      const [key, synset] = synsetOf(line, part);
      synsets.set(key, synset);
    }
    for (const line of await linesOf(join(folder, "dict", `index.${part}`))) {
      const fields = line.trim().split(" ");
      const offsets = fields.slice(-Number(fields[2]));
      senses.set(
        senseKey(part, fields[0] ?? ""),
        offsets.map((offset) => `${part} ${offset}`),
      );
    }
  }
  return { synsets, senses };
}

export const ALL_PARTS: readonly Part[] = PARTS;

export function senseKey(part: Part, lemma: string): string {
  return `${part} ${lemma}`;
}

async function linesOf(path: string): Promise<string[]> {
  const text = await readFile(path, "utf8");
  // The license at the head of the file is indented.
  return text.split("\n").filter((line) => line !== "" && !line.startsWith(" "));
}

function synsetOf(line: string, part: Part): [string, Synset] {
  const bar = line.indexOf("|");
  const fields = line.slice(0, bar).trim().split(" ");
  const wordCount = Number.parseInt(fields[3] ?? "", 16);
  const wordsEnd = 4 + wordCount * 2;
  const words = fields.slice(4, wordsEnd).flatMap((field, at) => (at % 2 === 0 ? wordOf(field) : []));
  const pointers = Array.from({ length: Number(fields[wordsEnd]) }, (_, at): Pointer => {
    const [kind = "", offset = "", to = "", ends = ""] = fields.slice(wordsEnd + 1 + at * 4);
    const [fromWord, toWord] = [Number.parseInt(ends.slice(0, 2), 16), Number.parseInt(ends.slice(2), 16)];
    return { kind, to: `${PART_OF[to]} ${offset}`, fromWord, toWord };
  });
  return [`${part} ${fields[0]}`, { words, pointers, gloss: line.slice(bar + 1).trim() }];
}

/** In lower case, without the marker of an adjective's position. */
function wordOf(field: string): string {
  return field.replace(/\([a-z]+\)$/, "").toLowerCase();
}
