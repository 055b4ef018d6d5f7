import type { Passage } from "../../domain/retrieval.ts";
import type { Span } from "../../text/sentences.ts";
import { stem } from "../../text/stemmer.ts";
import { isStopWord, termsOf } from "../../text/terms.ts";
import { citableSpans } from "../extraction/citable-spans.ts";
import type { OverviewInput, QuotedSpan, ReadDocument } from "./overview-input.ts";
import { distinctDocuments, type OverviewSources, type ReadAll } from "./overview-sources.ts";

const [MIN_ITEMS, MAX_ITEMS] = [2, 30];
/** Minimum proportion of the request's words in the heading or introduction of a list. */
const MIN_NAME_SHARE = 0.6;
const MARK = /^(?:[-*+•‣▪◦●○>]|\d{1,3}[.)])\s+/;
/** Matches a term with its description: "start -- begins to lift water". */
const TERM = /^[^\s.!?:;][^.!?:;\n]{0,60}\s(?:--|–|—)\s\S/u;
const LEADS_TO = /[:：]\s*$/;

/** Items of one list with their heading context. */
interface Group {
  readonly lead: string;
  readonly items: QuotedSpan[];
}

type Listed = Pick<OverviewInput, "documents" | "items">;

/**
 * Extracts the items of the requested list: marked lines or table rows whose heading or introduction names
 * the list. Returns null if no list matches.
 */
export async function extractList(
  { seek }: OverviewSources,
  target: string,
  readAll: ReadAll,
): Promise<Listed | null> {
  const found = await seek(target);
  const [best] = distinctDocuments(found?.passages ?? []);
  if (best === undefined) return null;
  const [read] = await readAll([best]);
  const items = read === undefined ? null : listIn(read, target);
  return read === undefined || items === null
    ? null
    : { documents: [read], items: items.slice(0, MAX_ITEMS) };
}

function listIn({ document, passages }: ReadDocument, target: string): readonly QuotedSpan[] | null {
  const asked = [...new Set(wordsOf(target))];
  const title = new Set(wordsOf(document.displayName));
  let best: { readonly items: readonly QuotedSpan[]; readonly named: number } | null = null;
  for (const { lead, items } of groupsIn(passages)) {
    const above = new Set(wordsOf(lead));
    if (items.length < MIN_ITEMS || !asked.some((word) => above.has(word))) continue;
    const named = asked.filter((word) => above.has(word) || title.has(word)).length / asked.length;
    if (named >= MIN_NAME_SHARE && named > (best?.named ?? 0)) best = { items, named };
  }
  return best?.items ?? null;
}

function groupsIn(passages: readonly Passage[]): Group[] {
  const groups: Group[] = [];
  let heading = "";
  let before = "";
  let open: Group | null = null;
  let header = "";
  for (const passage of passages) {
    for (const span of citableSpans(passage.text)) {
      const text = passage.text.slice(span.start, span.end);
      const last: QuotedSpan | undefined = open?.items.at(-1);
      if (span.isHeading) [heading, before, open] = [text, "", null];
      else if (span.header !== null) {
        const columns = passage.text.slice(span.header.start, span.header.end);
        if (open === null || columns !== header)
          groups.push((open = { lead: `${heading} ${before} ${columns}`, items: [] }));
        header = columns;
        open.items.push({ passage, start: span.start, end: span.end });
      } else if (MARK.test(text) || (TERM.test(text) && beginsLine(passage.text, span.start))) {
        if (open === null)
          groups.push((open = { lead: `${heading} ${LEADS_TO.test(before) ? before : ""}`, items: [] }));
        open.items.push({ passage, start: span.start + (MARK.exec(text)?.[0].length ?? 0), end: span.end });
      } else if (last !== undefined && isOnOneLine(last, passage, span))
        open?.items.splice(-1, 1, { ...last, end: span.end });
      else [before, open] = [text, null];
    }
  }
  return groups;
}

const beginsLine = (text: string, at: number): boolean => at === 0 || text[at - 1] === "\n";

/** True if a sentence is on the same line as the last one. An item may have several sentences. */
function isOnOneLine(last: QuotedSpan, passage: Passage, { start }: Span): boolean {
  return last.passage === passage && !passage.text.slice(last.end, start).includes("\n");
}

function wordsOf(text: string): string[] {
  return termsOf(text).flatMap(({ term }) => (isStopWord(term) ? [] : [stem(term)]));
}
