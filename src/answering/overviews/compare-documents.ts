import type { Passage, Quote } from "../../domain/retrieval.ts";
import type { ScopeDocument } from "../../storage/d1/answers/scope-documents.ts";
import type { OverviewRequest } from "../../text/overviews/overview-request.ts";
import { stem } from "../../text/stemmer.ts";
import { isStopWord, termsOf } from "../../text/terms.ts";
import { composeExtractiveAnswer } from "../extraction/compose-extractive-answer.ts";
import { type CitableSentence, citableSentences } from "../extraction/citable-sentences.ts";
import {
  type ComparedSide,
  type OverviewInput,
  type QuotedSpan,
  type ReadDocument,
  spanText,
} from "./overview-input.ts";
import { distinctDocuments, type Found, type OverviewSources, type ReadAll } from "./overview-sources.ts";
import { mainSentences } from "./main-sentences.ts";

const QUOTES_PER_SIDE = 2;
/**
 * Maximum number of aspects, and the number and proportion of content words that two sentences of one aspect
 * must have in common. The proportion refers to the longer sentence.
 */
const [MAX_ASPECTS, MIN_SHARED, MIN_PART_SHARED] = [3, 3, 0.3];
/** Maximum number of passages and sentences to compare in pairs. */
const [PASSAGES_COMPARED, SENTENCES_COMPARED] = [24, 300];
const OF = /^(.{1,80}?) of (?=\S)/u;

type Comparison = Pick<OverviewInput, "documents" | "compared">;
type Compared = Extract<OverviewRequest, { readonly kind: "compare" }>;

/**
 * Compares two documents, or two subjects within documents, side by side. Returns null if one side is
 * unknown.
 * @param named finds the document with this name
 */
export async function compareDocuments(
  sources: OverviewSources,
  request: Compared,
  named: (name: string) => Promise<ScopeDocument | undefined>,
  readAll: ReadAll,
): Promise<Comparison | null> {
  const [left, right] = [await named(request.left), await named(request.right)];
  if (left === undefined || right === undefined || left.assetId === right.assetId)
    return await compareThings(sources, request);
  return await compareDocumentPair(sources, request.aspect, [left, right], readAll);
}

async function compareThings(
  { seek }: OverviewSources,
  { left, right, aspect }: Compared,
): Promise<Comparison | null> {
  // "The price of the oak shelf and of the pine shelf" mentions the price only once.
  const shared = right.startsWith("of ") ? (OF.exec(left)?.[1] ?? "") : "";
  const sides: ComparedSide[] = [];
  const passages: Passage[] = [];
  for (const [name, asked] of [
    [left, `${aspect} ${left}`],
    [shared === "" ? right : right.replace(/^of (?:the )?/u, ""), `${aspect} ${shared} ${right}`],
  ] as const) {
    const found = await seek(asked.trim());
    const spans = found === null ? [] : bestOf(asked.trim(), found);
    if (found === null || !hasHalfOfName(name, spans)) return null;
    sides.push({ name, spans });
    passages.push(...found.passages);
  }
  return comparison(sides, passages);
}

async function compareDocumentPair(
  { seek }: OverviewSources,
  aspect: string,
  documents: readonly [ScopeDocument, ScopeDocument],
  readAll: ReadAll,
): Promise<Comparison | null> {
  if (aspect !== "") {
    const sides: ComparedSide[] = [];
    const passages: Passage[] = [];
    for (const { assetId, displayName } of documents) {
      const found = await seek(aspect, [assetId]);
      const spans = found === null ? [] : bestOf(aspect, found);
      if (found === null || spans.length === 0) return null;
      sides.push({ name: displayName, spans });
      passages.push(...found.passages);
    }
    return comparison(sides, passages);
  }
  const [left, right] = await readAll(documents);
  if (left === undefined || right === undefined) return null;
  const pairs = similarSentences(left, right);
  const sides =
    pairs.length > 0
      ? pairs.map(([a, b]) => [[a], [b]])
      : [[mainSentences(left, 3), mainSentences(right, 3)]];
  const compared = sides.map(
    ([a = [], b = []]) =>
      [
        { name: left.document.displayName, spans: a },
        { name: right.document.displayName, spans: b },
      ] as const,
  );
  return { documents: [left, right], compared };
}

/** Returns null if both sides have the same text, because one sentence then answers. */
function comparison(sides: readonly ComparedSide[], passages: readonly Passage[]): Comparison | null {
  const [left, right] = sides;
  if (left === undefined || right === undefined) return null;
  const first = ({ spans: [span] }: ComparedSide): string => `${span?.passage.chunkId} ${span?.start}`;
  if (first(left) === first(right)) return null;
  const quoted = new Set([...left.spans, ...right.spans].map(({ passage }) => passage));
  const documents = distinctDocuments(passages.filter((passage) => quoted.has(passage)));
  const read = documents.map((document) => ({
    document,
    passages: passages.filter(({ assetId }) => assetId === document.assetId),
  }));
  return { documents: read, compared: [[left, right]] };
}

/** True if the spans contain half of the words of the side's name. Similarity alone proves no relation. */
function hasHalfOfName(name: string, spans: readonly QuotedSpan[]): boolean {
  const asked = [...new Set(contentWords(name))];
  const said = new Set(
    spans.flatMap((span) => contentWords(`${span.passage.displayName} ${spanText(span)}`)),
  );
  return spans.length > 0 && asked.filter((word) => said.has(word)).length * 2 >= asked.length;
}

function contentWords(text: string): string[] {
  return termsOf(text).flatMap(({ term }) => (isStopWord(term) ? [] : [stem(term)]));
}

function bestOf(question: string, found: Found): QuotedSpan[] {
  const answer = composeExtractiveAnswer({ question, ...found, maxQuotes: QUOTES_PER_SIDE });
  return answer.kind === "answered" ? answer.quotes.flatMap((quote) => spanOf(quote, found.passages)) : [];
}

function spanOf({ chunkId, start, end }: Quote, passages: readonly Passage[]): QuotedSpan[] {
  const passage = passages.find((each) => each.chunkId === chunkId);
  return passage === undefined ? [] : [{ passage, start: start - passage.start, end: end - passage.start }];
}

/**
 * Returns pairs of similar sentences of two documents, best first. Rare common words have the highest weight.
 */
function similarSentences(left: ReadDocument, right: ReadDocument): [QuotedSpan, QuotedSpan][] {
  const names = new Set(
    termsOf(`${left.document.displayName} ${right.document.displayName}`).map(({ term }) => stem(term)),
  );
  const [ours, theirs] = [left, right].map(({ passages }) =>
    passages.slice(0, PASSAGES_COMPARED).flatMap(citableSentences).slice(0, SENTENCES_COMPARED),
  );
  if (ours === undefined || theirs === undefined) return [];
  const holding = new Map<string, number>();
  for (const { text } of [...ours, ...theirs])
    for (const word of new Set(termsOf(text).map(({ term }) => stem(term))))
      holding.set(word, (holding.get(word) ?? 0) + 1);
  const telling = new Map([...ours, ...theirs].map((each) => [each, contentStems(each, names)]));
  const pairs = ours.flatMap((a) =>
    theirs.flatMap((b) => {
      const [of, other] = [telling.get(a) ?? [], new Set(telling.get(b))];
      const shared = of.filter((word) => other.has(word));
      if (shared.length < MIN_SHARED || shared.length < MIN_PART_SHARED * Math.max(of.length, other.size))
        return [];
      const weight = shared.reduce((sum, word) => sum + 1 / (holding.get(word) ?? 1), 0);
      return [{ a, b, score: weight / Math.sqrt(of.length * other.size) }];
    }),
  );
  const chosen: [QuotedSpan, QuotedSpan][] = [];
  const used = new Set<CitableSentence>();
  for (const { a, b } of pairs.sort((one, two) => two.score - one.score)) {
    if (chosen.length >= MAX_ASPECTS || used.has(a) || used.has(b)) continue;
    used.add(a).add(b);
    chosen.push([a, b]);
  }
  return chosen;
}

function contentStems({ text, header }: CitableSentence, names: ReadonlySet<string>): string[] {
  return header !== null ? [] : [...new Set(contentWords(text))].filter((word) => !names.has(word));
}
