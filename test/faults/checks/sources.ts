import { INTERRUPTED } from "./answers.ts";
import { idFromBytes } from "../../../src/domain/ids.ts";
import { describe, type Entry, keyOf } from "../journal.ts";
import type { Narrowing, CompetingDocuments } from "../competing-documents.ts";
import { isAnswer, type StoredMessage, type StoredThread } from "../stored-thread.ts";
import type { LoggedFrame } from "../wire-schemas.ts";
import { isCampaign } from "../message-input.ts";
import { keyOfStored } from "./messages.ts";
import { STOPPED } from "./versions.ts";
import { campaignOf } from "./readers.ts";
import type { Violation } from "./violation.ts";

/** An answer with the sources that its prompt named; null: the scope of the thread. */
export interface AskedAnswer {
  readonly answer: StoredMessage;
  readonly entry: Entry;
  readonly narrowing: Narrowing | null;
}

/**
 * The answers with the frames that requested them. The answers of a campaign are in the order of its frames'
 * events.
 */
export function askedAnswers(
  thread: StoredThread,
  events: readonly LoggedFrame[],
  entries: readonly Entry[],
): AskedAnswer[] {
  const sent = new Map(entries.map((entry) => [keyOf(entry), entry]));
  const answers = Map.groupBy(thread.messages.filter(isAnswer), ({ inReplyTo }) => inReplyTo);
  const told = Map.groupBy(
    events.flatMap((frame) => campaignOf(frame) ?? []),
    ({ messageId }): string => idFromBytes("msg", messageId),
  );
  return thread.messages.flatMap((prompt) => {
    const entry = sent.get(keyOfStored(prompt));
    if (entry === undefined) return [];
    const frames = told.get(prompt.id) ?? [];
    const frameOf = (at: number): number =>
      isCampaign(entry.kind) ? entry.transformationIds.indexOf(frames[at]?.transformationId ?? "") : at;
    return (answers.get(prompt.id) ?? []).map((answer, at) => ({
      answer,
      entry,
      narrowing: entry.narrowings[frameOf(at)] ?? null,
    }));
  });
}

/** The sources named by a prompt apply to its answer under all crashes, and to no other answer. */
export function checkSources(
  { threadId, citations }: StoredThread,
  asked: readonly AskedAnswer[],
  competing: CompetingDocuments,
): Violation[] {
  const byAnswer = Map.groupBy(citations.values(), ({ messageId }) => messageId);
  return asked.flatMap(({ answer, entry, narrowing }) => {
    if (answer.content === STOPPED || answer.content.startsWith(INTERRUPTED)) return [];
    const cited = new Set((byAnswer.get(answer.id) ?? []).map(({ assetId }) => assetId));
    const what = faultOf([...cited], narrowing, competing);
    return what === null
      ? []
      : [{ round: entry.round, where: threadId, what: `${describe(entry)} has an answer that ${what}` }];
  });
}

function faultOf(
  cited: readonly string[],
  narrowing: Narrowing | null,
  { assetIds, homeAssetId }: CompetingDocuments,
): string | null {
  if (narrowing === null) {
    const stranger = cited.find((id) => assetIds.includes(id));
    return stranger === undefined ? null : `cites ${stranger}, which only other prompts named`;
  }
  const { assetId, isExclusive } = narrowing;
  if (!cited.includes(assetId))
    return `cites ${cited.join() || "nothing"}, and not ${assetId}, to which it was narrowed`;
  const isOther = (id: string): boolean =>
    id !== assetId && (isExclusive || id === homeAssetId || assetIds.includes(id));
  const other = cited.find(isOther);
  return other === undefined ? null : `cites ${other} too, and was narrowed to ${assetId}`;
}
