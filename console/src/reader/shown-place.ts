import { useEffect, useState } from "preact/hooks";
import { invalidate, query, type Query, useQuery } from "../data/cache.ts";
import type { DataOf, Locator } from "../data/client.ts";
import type { ReaderProps } from "./reader-props.ts";
import { useCurrentVersion } from "./use-stored-text.ts";

export type CheckedCitation = DataOf<"GET", "/v1/threads/{threadID}/citations/{citationId}">;
/** `unchecked`: the check failed. `none`: there is no citation to check, or the answer is on its way. */
export type ShownState = CheckedCitation["state"] | "unchecked" | "checking" | "older" | "none";
/** `cited`: the text as it was cited. `now`: the current text. */
export type Side = "cited" | "now" | "both";

export interface ShownPlace {
  readonly state: ShownState;
  readonly side: Side;
  /** Sides that the reader can choose; none if there is only one. */
  readonly sides: readonly Side[];
  readonly setSide: (side: Side) => void;
  readonly version: string;
  /** Whether the version of the text is not known yet. */
  readonly isOpening: boolean;
  readonly currentVersion: string;
  readonly start: number;
  readonly end: number;
  readonly quote: string;
  readonly locator: Locator | null;
  readonly isCurrent: boolean;
  readonly name: string;
  readonly onCheck: () => void;
}

/** The check of a citation; null without one. */
export function citationCheck(
  threadId: string | undefined,
  citationId: string | undefined,
): Query<CheckedCitation> | null {
  return threadId === undefined || citationId === undefined
    ? null
    : query("/v1/threads/{threadID}/citations/{citationId}", { params: { threadID: threadId, citationId } });
}

/**
 * Where the reader opens the document: as cited, or where the words stand now.
 * @param hasText whether the document is known to have a text
 */
export function useShownPlace(props: ReaderProps, hasText: boolean): ShownPlace {
  const { assetId, version, start, end, quote, threadId, citationId } = props;
  const asked = citationCheck(threadId, citationId);
  const check = useQuery(asked);
  const [chosen, choose] = useState<Side | null>(null);
  useEffect(() => choose(null), [assetId, version, start, citationId]);
  // Without a citation, only the service knows which text is the current one.
  const current = useCurrentVersion(asked === null && hasText ? assetId : null);

  const checked = check.data;
  const currentVersion = checked?.currentVersion ?? current.data ?? "";
  const cited = {
    version: version === "" ? currentVersion : version,
    start,
    end,
    quote,
    locator: props.locator ?? checked?.locator ?? null,
  };
  const state = stateOf(checked, check.error, asked !== null, version, currentVersion);
  const sides: readonly Side[] = SIDES[state] ?? [];
  const side = chosen ?? sides[0] ?? "cited";
  const place = checked?.place ?? null;
  const shown =
    state === "moved" && side === "now" && place !== null
      ? { ...cited, version: place.version, start: place.start, end: place.end, locator: null }
      : state === "changed" && side === "now"
        ? { ...cited, version: currentVersion, start: 0, end: 0, locator: null }
        : cited;
  return {
    ...shown,
    state,
    side,
    sides,
    setSide: choose,
    currentVersion,
    isOpening: shown.version === "" && asked === null && current.error === null,
    isCurrent: shown.version === "" || currentVersion === "" || shown.version === currentVersion,
    name: checked?.displayName ?? "",
    onCheck: () => invalidate(citationId ?? ""),
  };
}

const SIDES: Readonly<Partial<Record<ShownState, readonly Side[]>>> = {
  moved: ["now", "cited"],
  changed: ["cited", "now", "both"],
};

function stateOf(
  checked: CheckedCitation | null,
  error: unknown,
  isAsked: boolean,
  version: string,
  currentVersion: string,
): ShownState {
  if (checked !== null) return checked.state;
  if (isAsked) return error === null ? "checking" : "unchecked";
  return version !== "" && currentVersion !== "" && version !== currentVersion ? "older" : "none";
}
