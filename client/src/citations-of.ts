import type { Schemas } from "./operation-types.ts";

type Provenance = Schemas["Thread"]["knowledgeProvenance"];

/** A citation with its document's name. `[ordinal]` marks it in the text. */
export type NamedCitation = Provenance["citations"][string] & {
  readonly id: string;
  readonly displayName: string;
};

/**
 * An answer's citations in order, from a thread. The name is empty if the caller may no longer read the
 * document.
 */
export function citationsOf({ citations, assetRef }: Provenance, answerId: string): NamedCitation[] {
  const own = Object.entries(citations).filter(([, { messageId }]) => messageId === answerId);
  const named = own.map(([id, citation]) => ({
    ...citation,
    id,
    displayName: assetRef[citation.assetId]?.displayName ?? "",
  }));
  return named.sort((one, other) => one.ordinal - other.ordinal);
}
