import type { Passage } from "../../domain/retrieval.ts";
import type { ScopeDocument, ScopeDocuments } from "../../storage/d1/answers/scope-documents.ts";
import type { OverviewInput } from "./overview-input.ts";

/** Number of passages to read: of a single document, and of each of several documents. */
const [PASSAGES_OF_ONE, PASSAGES_OF_MANY] = [256, 8];

export type ReadLeadPassages = (assetIds: readonly string[], passages: number) => Promise<readonly Passage[]>;

/**
 * Reads the documents of an overview: the named ones, or else those of the scope. Documents that the prompt
 * mentions stand for the scope.
 */
export async function collectOverview(
  named: readonly ScopeDocument[],
  scope: ScopeDocuments,
  readLeadPassages: ReadLeadPassages,
): Promise<OverviewInput> {
  const mentioned = scope.newest.filter(({ isMentioned }) => isMentioned);
  const documents = [named, mentioned].find((some) => some.length > 0) ?? scope.newest;
  const ids = documents.map(({ assetId }) => assetId);
  const count = documents.length === 1 ? PASSAGES_OF_ONE : PASSAGES_OF_MANY;
  const passages = documents.length === 0 ? [] : await readLeadPassages(ids, count);
  const byText = Map.groupBy(passages, textKey);
  return {
    documents: documents.map((document) => ({ document, passages: byText.get(textKey(document)) ?? [] })),
    total: documents === scope.newest ? scope.total : null,
  };
}

/** Number of passages that a language model reads: of a single document, and of each of several documents. */
const [MOST_OF_ONE, MOST_OF_MANY] = [2_048, 40];

/** @param from offset behind the passages that are known already */
export type ReadOnward = (
  assetIds: readonly string[],
  passages: number,
  from: number,
) => Promise<readonly Passage[]>;

/** Reads the documents of an overview for a language model, in several calls if one is not enough. */
export async function readForOverview(
  { documents }: OverviewInput,
  readOnward: ReadOnward,
): Promise<readonly Passage[]> {
  const [only, ...others] = documents;
  if (only === undefined) return [];
  const ids = documents.map(({ document }) => document.assetId);
  if (others.length > 0) return ofThese(documents, await readOnward(ids, MOST_OF_MANY, 0));
  const read = [...only.passages];
  for (let more = read; more.length === PASSAGES_OF_ONE && read.length < MOST_OF_ONE;) {
    const all = await readOnward(ids, PASSAGES_OF_ONE, read.at(-1)?.end ?? 0);
    more = ofThese(documents, all);
    read.push(...more);
  }
  return read;
}

function ofThese(documents: OverviewInput["documents"], passages: readonly Passage[]): Passage[] {
  const known = new Set(documents.map(({ document }) => textKey(document)));
  return passages.filter((passage) => known.has(textKey(passage)));
}

/**
 * Key of one version of a document. The index and D1 may hold different versions. Text of another version is
 * not quoted.
 */
function textKey({ assetId, version }: { readonly assetId: string; readonly version: string }): string {
  return `${assetId} ${version}`;
}
