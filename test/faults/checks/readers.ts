import { idFromBytes, SERVICE_USER_ID } from "../../../src/domain/ids.ts";
import { isAnswer, type StoredMessage, type StoredThread } from "../stored-thread.ts";
import type { Transcript } from "../transcript.ts";
import type { LoggedFrame, TextEvent } from "../wire-schemas.ts";
import { STOPPED } from "./versions.ts";
import type { Violation } from "./violation.ts";

/** Every reader received each event once, with the same number and content as all others. */
export function checkReaders(transcripts: readonly Transcript[], late: Transcript): Violation[] {
  return transcripts.flatMap(({ reader, frames, faults }) => {
    const at = firstDifference(frames, late.frames);
    const split = at === null ? [] : [`has another event ${at + 1} than one who reads all of it now`];
    // Faults after the first follow from it.
    return [...faults.slice(0, 1), ...split].map((what) => ({
      round: null,
      where: late.threadId,
      what: `${reader} ${what}`,
    }));
  });
}

/**
 * The events match the thread: messages in order, each once and unchanged, and each answer whole and ended
 * once.
 */
export function checkEvents(thread: StoredThread, events: readonly LoggedFrame[]): Violation[] {
  const answers = thread.messages.filter(isAnswer);
  const said = thread.messages.filter((message) => !isAnswer(message));
  const texts = events.flatMap(({ textV1 }) => (textV1 !== undefined && isOfAnswer(textV1) ? [textV1] : []));
  const told = sentMessages(events);
  const shown = shownAnswers(texts);
  // A stop ends a waiting answer immediately, before those in progress ahead of it.
  const stopped = new Set(shown.filter(({ wasStopped }) => wasStopped).map(({ id }) => id));
  const faults = [
    ...differenceOf(idsOf(told), idsOf(said), "messages"),
    ...contentFaults(told, said),
    ...differenceOf(
      shown.filter(({ wasStopped }) => !wasStopped).map(({ id }) => id),
      idsOf(answers).filter((id) => !stopped.has(id)),
      "answers",
    ),
    ...differenceOf(
      [...stopped].toSorted(),
      idsOf(answers)
        .filter((id) => stopped.has(id))
        .toSorted(),
      "stopped answers",
    ),
    ...campaignFaults(events),
    ...answerFaults(thread, answers, texts),
  ];
  return faults.map((what) => ({ round: null, where: thread.threadId, what }));
}

interface ShownAnswer {
  readonly id: string;
  /** Its first version, before any text. */
  readonly wasStopped: boolean;
}

/** The visible version of each answer, in the order in which the first versions ended. */
function shownAnswers(texts: readonly TextEvent[]): ShownAnswer[] {
  const slots = new Map<string, string>();
  const shown = new Map<string, ShownAnswer>();
  for (const { isDone, messageId, parts, provenance } of texts) {
    const { replaces } = provenance;
    if (replaces !== "") slots.set(messageId, slots.get(replaces) ?? replaces);
    const slot = slots.get(messageId) ?? messageId;
    const before = shown.get(slot);
    const wasStopped = before?.wasStopped ?? (isDone && parts.join("") === STOPPED);
    if (replaces !== "" || (isDone && before === undefined)) shown.set(slot, { id: messageId, wasStopped });
  }
  return [...shown.values()];
}

type Told = Pick<StoredMessage, "id" | "content">;

/** The messages in the order of their events. Later frames of a campaign are the same message. */
function sentMessages(events: readonly LoggedFrame[]): Told[] {
  const campaigns = new Set<string>();
  return events.flatMap((frame) => {
    const { promptV1, promptV2, renameThreadV1, textV1 } = frame;
    if (textV1 !== undefined)
      return isOfAnswer(textV1) ? [] : [{ id: textV1.messageId, content: textV1.parts.join("") }];
    const campaign = campaignOf(frame);
    const event = promptV1 ?? promptV2 ?? renameThreadV1 ?? campaign;
    if (event === undefined) return [];
    const id = idFromBytes("msg", event.messageId);
    if (campaigns.has(id)) return [];
    if (campaign !== undefined) campaigns.add(id);
    return [{ id, content: "label" in event ? event.label : event.prompt }];
  });
}

function contentFaults(told: readonly Told[], said: readonly Told[]): string[] {
  const contents = new Map(said.map(({ id, content }) => [id, content]));
  return told.flatMap(({ id, content }) => {
    const stored = contents.get(id);
    return stored === undefined || stored === content
      ? []
      : [`message ${id} was told otherwise than it is stored`];
  });
}

function campaignFaults(events: readonly LoggedFrame[]): string[] {
  const seen = new Set<string>();
  return events.flatMap((frame) => {
    const transformationId = campaignOf(frame)?.transformationId;
    if (transformationId === undefined) return [];
    const isRepeated = seen.has(transformationId);
    seen.add(transformationId);
    return isRepeated ? [`the campaign's frame ${transformationId} was told twice`] : [];
  });
}

/** The campaign event of the frame, in either version. */
export function campaignOf({ promptCampaignV1, promptCampaignV2 }: LoggedFrame) {
  return promptCampaignV1 ?? promptCampaignV2;
}

function answerFaults(
  { messages }: StoredThread,
  answers: readonly StoredMessage[],
  texts: readonly TextEvent[],
): string[] {
  const ended = new Map(messages.map((message) => [message.id, message.transformations]));
  const byAnswer = Map.groupBy(texts, ({ messageId }) => messageId);
  return answers.flatMap((answer) => {
    const what = answerFault(answer, ended.get(answer.inReplyTo ?? "") ?? [], byAnswer.get(answer.id) ?? []);
    return what === null ? [] : [`answer ${answer.id} ${what}`];
  });
}

/**
 * Parts of abandoned transformations do not count, nor parts before the last switch of versions.
 * @param ended the ended transformations of its prompt
 */
function answerFault(
  answer: StoredMessage,
  ended: readonly string[],
  told: readonly TextEvent[],
): string | null {
  const texts = told.slice(
    Math.max(
      0,
      told.findLastIndex(({ provenance }) => provenance.replaces !== ""),
    ),
  );
  const last = texts.at(-1);
  if (last === undefined) return "was never told";
  const { transformationId } = last.provenance;
  const valid = texts.filter(({ provenance }) => provenance.transformationId === transformationId);
  if (!last.isDone || texts.filter(({ isDone }) => isDone).length !== 1)
    return "was not told to its end once";
  if (!ended.includes(transformationId)) return "was told under another transformation than it has";
  if (valid.flatMap(({ parts }) => parts).join("") !== answer.content)
    return "was told otherwise than it is stored";
  if (firstDifference(last.textSuggestions, answer.textSuggestions) !== null)
    return "was told with other suggestions than it has";
  return null;
}

function isOfAnswer({ createdBy }: TextEvent): boolean {
  return idFromBytes("user", createdBy) === SERVICE_USER_ID;
}

function idsOf(messages: readonly Told[]): string[] {
  return messages.map(({ id }) => id);
}

function differenceOf(told: readonly string[], stored: readonly string[], what: string): string[] {
  const at = firstDifference(told, stored);
  if (at === null) return [];
  return [
    `the ${what} of the events and of the thread differ from the ${at + 1}. on: ${told[at] ?? "none"} and ${stored[at] ?? "none"}`,
  ];
}

function firstDifference(one: readonly string[], other: readonly string[]): number | null {
  const length = Math.max(one.length, other.length);
  for (let at = 0; at < length; at += 1) if (one[at] !== other[at]) return at;
  return null;
}
