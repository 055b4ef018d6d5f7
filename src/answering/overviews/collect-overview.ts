import type { Passage } from "../../domain/retrieval.ts";
import type { ScopeDocument, ScopeDocuments } from "../../storage/d1/answers/scope-documents.ts";
import type { OverviewInput } from "./overview-input.ts";

/** Number of passages to read: of a single document, and of each of several documents. */
const [PASSAGES_OF_ONE, PASSAGES_OF_MANY] = [128, 8];

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

/**
 * Key of one version of a document. The index and D1 may hold different versions. Text of another version is
 * not quoted.
 */
function textKey({ assetId, version }: { readonly assetId: string; readonly version: string }): string {
  return `${assetId} ${version}`;
}
