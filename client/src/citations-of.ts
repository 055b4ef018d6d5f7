import type { Schemas } from "./operation-types.ts";

type Provenance = Schemas["Thread"]["knowledgeProvenance"];

/** A citation with the name of its document. `[ordinal]` stands for it in the text. */
export type NamedCitation = Provenance["citations"][string] & { readonly id: string; readonly displayName: string };

/** What a thread tells of an answer's citations, in their order; a document that may not be read any more has no name. */
export function citationsOf({ citations, assetRef }: Provenance, answerId: string): NamedCitation[] {
  const own = Object.entries(citations).filter(([, { messageId }]) => messageId === answerId);
  const named = own.map(([id, citation]) => ({ ...citation, id, displayName: assetRef[citation.assetId]?.displayName ?? "" }));
  return named.sort((one, other) => one.ordinal - other.ordinal);
}
