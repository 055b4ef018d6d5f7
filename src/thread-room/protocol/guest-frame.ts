import type { GuestAuthor } from "../../auth/guest-author.ts";
import type { EventOf } from "../../domain/events.ts";
import { idFromBytes } from "../../domain/ids.ts";
import { bytes } from "./event-fields.ts";

type Provenance = EventOf<"textV1">["provenance"];

/** A frame of the log: one event member and its number, or a resync. */
interface LoggedFrame {
  readonly seq: number;
  /** Time of the event; absent from a resync. */
  readonly createdAt?: string;
  readonly resync?: true;
  readonly textV1?: EventOf<"textV1">;
  readonly renameThreadV1?: EventOf<"renameThreadV1">;
}

/** A guest's view of a thread. */
export interface GuestView {
  /** Returns the pseudonym of an author. */
  readonly authorOf: GuestAuthor;
  /** Whether another version has replaced this answer. */
  readonly isHidden: (messageId: string) => boolean;
}

/**
 * A frame as guests receive it: texts and renames under pseudonyms, without the thread's scope. Returns null
 * for other events and for replaced versions. The log stores the real authors, so every replay uses the same
 * pseudonyms. Numbers are those of the thread, so guests see gaps.
 */
export function guestFrame(frame: string, { authorOf, isHidden }: GuestView): string | null {
  const { seq, createdAt, resync, textV1, renameThreadV1 } = JSON.parse(frame) as LoggedFrame;
  if (resync) return JSON.stringify({ resync, seq });
  if (textV1 !== undefined && isHidden(textV1.messageId)) return null;
  if (textV1 !== undefined) return JSON.stringify({ textV1: guestText(textV1, authorOf), createdAt, seq });
  if (renameThreadV1 === undefined) return null;
  const { createdBy, kind, label, messageId } = renameThreadV1;
  return JSON.stringify({
    renameThreadV1: { createdBy: authorOf(createdBy), kind, label, messageId },
    createdAt,
    seq,
  });
}

function guestText(text: EventOf<"textV1">, authorOf: GuestAuthor): EventOf<"textV1"> {
  const {
    createdBy,
    kind,
    isDone,
    label,
    messageId,
    organizationId,
    parts,
    provenance,
    tenantId,
    textSuggestions,
    threadId,
  } = text;
  return {
    createdBy: authorOf(createdBy),
    kind,
    isDone,
    label,
    messageId,
    organizationId,
    parts,
    provenance: guestProvenance(provenance, authorOf),
    tenantId,
    textSuggestions,
    threadId,
  };
}

function guestProvenance(provenance: Provenance, authorOf: GuestAuthor): Provenance {
  const { inputTokens, outputTokens, processedByModel, scoped, suggestedModels, transformationId } =
    provenance;
  const { citations, worldKnowledge } = scoped;
  const shown = provenance.citations.map(
    ({ id, ordinal, quote, assetId, displayName, page, locator, start, end, version, support }) => ({
      id,
      ordinal,
      quote,
      assetId,
      displayName,
      page,
      locator,
      start,
      end,
      version,
      support,
    }),
  );
  return {
    citations: shown,
    droppedSentences: provenance.droppedSentences,
    sentences: provenance.sentences,
    inputTokens,
    interpretedAs: provenance.interpretedAs,
    outputTokens,
    passedOver: [],
    pendingAssets: provenance.pendingAssets,
    processedByModel,
    replaces: provenance.replaces,
    scoped: {
      citations,
      collectionAssets: [],
      collectionReferenceIDs: [],
      explicitAssets: [],
      worldKnowledge,
    },
    state: provenance.state,
    stoppedBy: pseudonymOf(provenance.stoppedBy, authorOf),
    suggestedModels,
    transformationId,
  };
}

function pseudonymOf(userId: string, authorOf: GuestAuthor): string {
  return userId === "" ? "" : idFromBytes("user", authorOf(bytes(userId)));
}
