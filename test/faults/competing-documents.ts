import type { ClientEvent } from "../../client/src/index.ts";
import type { Random } from "./random.ts";

/**
 * Documents with different answers to the same question. The citation of an answer shows the documents it
 * could use.
 */
export interface CompetingDocuments {
  /** In the scope of every thread. */
  readonly homeAssetId: string;
  /** Outside the scope. An answer may use them if its prompt names them. */
  readonly assetIds: readonly string[];
  /** The collection of those assets. */
  readonly collectionId: string;
}

type Member<K extends string> = Extract<ClientEvent, Readonly<Record<K, unknown>>>;
type ByScope = Pick<Member<"promptV2">["promptV2"], "scope">;
type ByKnowledge = Pick<Member<"promptV1">["promptV1"], "knowledge">;

/** The sources that a frame names for its answer. */
export interface Narrowing<F = ByScope | ByKnowledge> {
  readonly fields: F;
  /** The only competing document that the answer cites. */
  readonly assetId: string;
  /** Whether the answer cites nothing else. Otherwise the thread's scope also applies. */
  readonly isExclusive: boolean;
}

export const COMPETING_QUESTION = "When did the harbour of Brackwater open?";
export const COMPETING_TEXTS = [1871, 1902, 1640].map(harbourText);
export const HOME_TEXT = harbourText(1755);

/** One of them replaces the thread's scope, or all outside it apply and a mention puts one first. */
export function narrowByScope(
  random: Random,
  { collectionId, assetIds }: CompetingDocuments,
): Narrowing<ByScope> {
  const assetId = random.pick(assetIds);
  const scope = random.chance(0.5)
    ? { assetIDs: [assetId] }
    : { collectionIDs: [collectionId], mentions: { assets: [[assetId]], collections: [] } };
  return { fields: { scope }, assetId, isExclusive: true };
}

/** One or all of them join the thread's scope, and all but one are excluded. */
export function narrowByKnowledge(
  random: Random,
  { collectionId, assetIds, homeAssetId }: CompetingDocuments,
): Narrowing<ByKnowledge> {
  const assetId = random.pick(assetIds);
  const others = assetIds.filter((id) => id !== assetId);
  const knowledge = random.chance(0.5)
    ? { assetContext: { added: [assetId], removed: [homeAssetId] } }
    : {
        assetContext: { added: [], removed: [homeAssetId, ...others] },
        organizationContext: { added: [collectionId], removed: [] },
      };
  return { fields: { knowledge }, assetId, isExclusive: false };
}

/** Names that occur twice become suggested questions. */
function harbourText(year: number): string {
  return `The harbour of Brackwater opened in ${year} after nine years of work by Edna Marlow. Edna Marlow was an engineer.\n`;
}
