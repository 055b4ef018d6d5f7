import { setTimeout as pause } from "node:timers/promises";
import { checkAnswers, INTERRUPTED, QuoteCheck } from "./checks/answers.ts";
import { checkAssets, checkBulkTexts } from "./checks/assets.ts";
import { addedAssets, checkScopeChanges, unfinishedProgress } from "./checks/scope-changes.ts";
import { checkGuests, framesForGuests } from "./checks/guests.ts";
import { checkLabel, checkMessages } from "./checks/messages.ts";
import { checkOrder } from "./checks/order.ts";
import { askedAnswers, checkSources } from "./checks/sources.ts";
import { checkEvents, checkReaders } from "./checks/readers.ts";
import { checkVersions, STOPPED } from "./checks/versions.ts";
import type { Violation } from "./checks/violation.ts";
import type { DraftReader } from "./draft-reader.ts";
import { GUEST_BOUNDS } from "../../src/thread-room/connections/send-budget.ts";
import type { AnswerLog } from "./answer-editor.ts";
import { GuestReader } from "./guest-reader.ts";
import { isAcknowledged, isMessage, type Journal } from "./journal.ts";
import { RawReader, type Reader } from "./readers.ts";
import { lastSeqOf } from "./drain.ts";
import type { Setup } from "./setup.ts";
import { isAnswer, readThread } from "./stored-thread.ts";
import { eventsOf, type Transcript } from "./transcript.ts";
import type { Uploader } from "./uploader.ts";

const READ_TIMEOUT_MS = 60_000;
const POLL_MS = 50;
/** The cron run, once a minute, sends the events that nothing else sent. */
const PROGRESS_TIMEOUT_MS = 150_000;
const PROGRESS_POLL_MS = 500;

export interface Findings {
  readonly violations: readonly Violation[];
  readonly messages: number;
  readonly changes: number;
  readonly answers: number;
  readonly citations: number;
  /** Number of answers per model, with "extractive" and the like among them. */
  readonly byModel: ReadonlyMap<string, number>;
  readonly events: number;
  /** Answers to prompts that narrowed their sources. */
  readonly narrowed: number;
  /** Stopped answers among the visible ones. */
  readonly stopped: number;
  /** Answers that were cut off at each attempt, and say so. */
  readonly cutOff: number;
  /** Number of frames that guests received, summed over the guests. */
  readonly guestFrames: number;
}

/** Readers that were connected throughout. */
export interface Observers {
  readonly readers: readonly Reader[];
  readonly guests: readonly GuestReader[];
  readonly drafts: readonly DraftReader[];
  readonly uploader: Uploader;
  /** With slow models an answer may be cut off by several kills until the service gives it up. */
  readonly withModels: boolean;
  readonly answers: AnswerLog;
}

/** Compares the sent messages, the stored state and the frames that every reader received. */
export async function checkInvariants(
  setup: Setup,
  journal: Journal,
  { readers, guests, drafts, uploader, answers, withModels }: Observers,
): Promise<Findings> {
  const { owner, threadIds, competing } = setup;
  const transcripts = readers.map(({ transcript }) => transcript);
  const violations: Violation[] = uploader.faults.map((what) => ({ round: null, where: "uploads", what }));
  const brought = transcripts.flatMap((transcript) => addedAssets(eventsOf(transcript)));
  violations.push(...answers.faults.map((what) => ({ round: null, where: "answers", what })));
  violations.push(...(await checkDrafts(drafts)));
  violations.push(...(await checkAssets(owner.api, [...uploader.started, ...brought])));
  violations.push(...(await checkBulkTexts(owner.api, uploader.bulkTexts)));
  await untilProgressIsSent(transcripts);
  const quotes = new QuoteCheck(owner.api);
  const byModel = new Map<string, number>();
  const counts = {
    messages: 0,
    changes: 0,
    answers: 0,
    citations: 0,
    events: 0,
    narrowed: 0,
    stopped: 0,
    cutOff: 0,
  };
  for (const threadId of threadIds) {
    const own = transcripts.filter((transcript) => transcript.threadId === threadId);
    const late = await readFromStart(setup, threadId, own);
    const events = eventsOf(late);
    const thread = await readThread(owner.api, threadId);
    const entries = journal.entries.filter((entry) => entry.threadId === threadId);
    const messages = entries.filter(isMessage);
    const changes = entries.filter((entry) => !isMessage(entry));
    violations.push(
      ...checkMessages(thread, messages),
      ...checkOrder(thread, messages),
      ...checkLabel(thread),
    );
    violations.push(
      ...checkAnswers(thread, messages, withModels),
      ...(await quotes.check(thread)),
      ...checkReaders([...own, late], late),
    );
    violations.push(...checkEvents(thread, events), ...checkScopeChanges(thread, events, changes));
    violations.push(...checkVersions(thread, answers));
    const asked = askedAnswers(thread, events, messages);
    violations.push(
      ...checkSources(thread, asked, competing),
      ...(await checkThreadsGuests(setup, late, guests)),
    );
    counts.changes += changes.filter(isAcknowledged).length;
    counts.answers += thread.messages.filter(isAnswer).length;
    counts.messages += thread.messages.filter((message) => !isAnswer(message)).length;
    for (const { processedByModel: model } of thread.messages.filter(isAnswer))
      byModel.set(model, (byModel.get(model) ?? 0) + 1);
    counts.citations += thread.citations.size;
    counts.events += late.frames.length;
    counts.stopped += thread.messages.filter(({ content }) => content === STOPPED).length;
    counts.cutOff += thread.messages.filter(({ content }) => content.startsWith(INTERRUPTED)).length;
    counts.narrowed += asked.filter(({ narrowing }) => narrowing !== null).length;
  }
  return {
    violations,
    ...counts,
    byModel,
    guestFrames: guests.reduce((sum, { frames }) => sum + frames.length, 0),
  };
}

/** All answers have ended, so no draft is open once every reader has caught up. */
async function checkDrafts(drafts: readonly DraftReader[]): Promise<Violation[]> {
  const deadline = Date.now() + READ_TIMEOUT_MS;
  while (drafts.some(({ open }) => open.length > 0) && Date.now() < deadline) await pause(POLL_MS);
  return drafts.flatMap(({ threadId, faults, open }) => {
    const left = open.map((messageId) => `${messageId} is still a draft`);
    return [...faults, ...left].map((what) => ({
      round: null,
      where: threadId,
      what: `a reader of drafts: ${what}`,
    }));
  });
}

async function untilProgressIsSent(transcripts: readonly Transcript[]): Promise<void> {
  const deadline = Date.now() + PROGRESS_TIMEOUT_MS;
  const isSent = (transcript: Transcript): boolean => unfinishedProgress(eventsOf(transcript)).length === 0;
  while (!transcripts.every(isSent) && Date.now() < deadline) await pause(PROGRESS_POLL_MS);
}

/** A late reader reads the whole log, and waits until the others have caught up. */
async function readFromStart(
  setup: Setup,
  threadId: string,
  others: readonly Transcript[],
): Promise<Transcript> {
  const { origin, token } = setup.owner.api;
  const last = await lastSeqOf(setup, threadId);
  const late = new RawReader("a late reader", { origin, token, threadId });
  const { transcript } = late;
  const deadline = Date.now() + READ_TIMEOUT_MS;
  while ([transcript, ...others].some(({ frames }) => frames.length < last) && Date.now() < deadline)
    await pause(POLL_MS);
  await late.stop();
  if (transcript.frames.length < last)
    transcript.faults.push(`has only ${transcript.frames.length} of ${last} events`);
  return transcript;
}

/** Compares the frames of the guests, and of a late guest, with those of a member who reads the whole log. */
async function checkThreadsGuests(
  { guestLinks }: Setup,
  { threadId, frames }: Transcript,
  all: readonly GuestReader[],
): Promise<Violation[]> {
  const place = guestLinks.find((each) => each.threadId === threadId);
  if (place === undefined) return [];
  const expected = framesForGuests(frames);
  const first = newestWithin(expected.map((frame) => JSON.stringify(frame).length));
  const late = new GuestReader("a late guest", place, expected[first - 1]?.seq ?? 0);
  const there = all.filter((guest) => guest.threadId === threadId);
  const guests = [...there, late];
  const last = expected.at(-1)?.seq ?? 0;
  const deadline = Date.now() + READ_TIMEOUT_MS;
  while (guests.some(({ lastSeq }) => lastSeq < last) && Date.now() < deadline) await pause(POLL_MS);
  await late.stop();
  return [...checkGuests(there, expected), ...checkGuests([late], expected.slice(first))];
}

/**
 * A guest receives no more in one replay.
 * @returns the index of the first frame from which on all fit
 */
function newestWithin(lengths: readonly number[]): number {
  let left = GUEST_BOUNDS.unseenBytes / 2;
  return lengths.findLastIndex((length) => (left -= length) < 0) + 1;
}
