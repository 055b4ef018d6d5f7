import type { ScopeDocument, ScopeDocuments } from "../../storage/d1/answers/scope-documents.ts";
import type { OverviewRequest } from "../../text/overviews/overview-request.ts";
import { distinctDocuments, type OverviewSources } from "./overview-sources.ts";
import { compareDocuments } from "./compare-documents.ts";
import { matchDocuments, namesOnlyDocumentType } from "./match-documents.ts";
import { extractList } from "./extract-list.ts";
import type { OverviewInput, ReadDocument } from "./overview-input.ts";

/** Number of passages to read: of a single document, and of each of several documents. */
const [PASSAGES_OF_ONE, PASSAGES_OF_MANY] = [128, 8];
const MAX_NEWEST = 10;
const SECTIONED = 5;

/**
 * Reads the input of an overview.
 * @returns null if no document in scope has the requested name; the request is then answered as a question
 */
export async function collectOverview(
  sources: OverviewSources,
  request: OverviewRequest,
  scope: ScopeDocuments,
): Promise<OverviewInput | null> {
  const mentioned = scope.newest.filter(({ isMentioned }) => isMentioned);
  const pool = mentioned.length > 0 ? mentioned : scope.newest;
  const isNarrowed = mentioned.length > 0;
  const counts = { total: scope.total, isRough: scope.isRough, unreadable: scope.unreadable };
  const about = async (documents: readonly ScopeDocument[], isNamed: boolean): Promise<OverviewInput> => {
    return {
      request,
      documents: await readAll(sources, documents),
      counts,
      isNarrowed: isNarrowed || isNamed,
    };
  };
  switch (request.kind) {
    case "documents":
      return await about(pool, false);
    case "news":
      return await about(pool.slice(0, MAX_NEWEST), false);
    case "overview":
    case "about":
    case "sections": {
      const named = await namedDocuments(sources, request, pool, scope);
      if (named === null) return null;
      return await about(request.kind === "sections" ? named.slice(0, SECTIONED) : named, named !== pool);
    }
    case "compare": {
      const named = async (name: string): Promise<ScopeDocument | undefined> =>
        (await documentsCalled(sources, name, pool, scope))[0];
      const found = await compareDocuments(
        sources,
        request,
        named,
        async (documents) => await readAll(sources, documents),
      );
      return found && { request, ...found, counts, isNarrowed };
    }
    case "list": {
      const found = await extractList(
        sources,
        request.target,
        async (documents) => await readAll(sources, documents),
      );
      return found && { request, ...found, counts, isNarrowed };
    }
    default:
      return null;
  }
}

/** @returns `pool` itself if the request names no document; null if no document has the requested name */
async function namedDocuments(
  sources: OverviewSources,
  { kind, target }: Extract<OverviewRequest, { readonly target: string }>,
  pool: readonly ScopeDocument[],
  scope: ScopeDocuments,
): Promise<readonly ScopeDocument[] | null> {
  if (target === "") return pool;
  const fitting = await documentsCalled(sources, target, pool, scope);
  if (fitting.length > 0) return fitting;
  return kind !== "about" && namesOnlyDocumentType(target) ? pool : null;
}

/**
 * Finds documents by name: first among the newest documents of the scope, then among older ones through the
 * index.
 */
async function documentsCalled(
  { seek }: OverviewSources,
  name: string,
  pool: readonly ScopeDocument[],
  { total, newest }: ScopeDocuments,
): Promise<readonly ScopeDocument[]> {
  const fitting = matchDocuments(name, pool);
  if (fitting.length > 0 || total <= newest.length) return fitting;
  return matchDocuments(name, distinctDocuments((await seek(name))?.passages ?? []));
}

async function readAll(
  { beginnings }: OverviewSources,
  documents: readonly ScopeDocument[],
): Promise<ReadDocument[]> {
  if (documents.length === 0) return [];
  const passages = await beginnings(
    documents.map(({ assetId }) => assetId),
    documents.length === 1 ? PASSAGES_OF_ONE : PASSAGES_OF_MANY,
  );
  const byText = Map.groupBy(passages, textKey);
  return documents.map((document) => ({ document, passages: byText.get(textKey(document)) ?? [] }));
}

/**
 * Key of one version of a document. The index and D1 may hold different versions. Text of another version is
 * not quoted.
 */
function textKey({ assetId, version }: { readonly assetId: string; readonly version: string }): string {
  return `${assetId} ${version}`;
}
