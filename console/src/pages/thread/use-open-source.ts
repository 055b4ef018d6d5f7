import { useQuery } from "../../data/cache.ts";
import { citationCheck } from "../../reader/shown-place.ts";
import type { OpenSource, OpenThread } from "../../thread/open-thread.ts";

/**
 * The source that the address names; null while it is unknown. The thread gives no citation of a deleted
 * document, so the reader then shows the service's check alone.
 */
export function useOpenSource(thread: OpenThread, citationId: string): OpenSource | null {
  const { head } = thread.live.timeline.value;
  const known = citationId === "" ? null : thread.source(citationId);
  const isMissing = citationId !== "" && head !== null && known === null;
  const check = useQuery(isMissing ? citationCheck(thread.live.threadId, citationId) : null).data;
  if (known !== null || check?.state !== "gone") return known;
  const { assetId, citedVersion: version, messageId } = check;
  const words = { quote: "", displayName: "", start: 0, end: 0, page: 0, locator: null } as const;
  const cited = { ...words, id: citationId, ordinal: 0, assetId, version, support: "" } as const;
  return { cited, count: 0, rowKey: thread.keyOf(messageId) ?? "" };
}
