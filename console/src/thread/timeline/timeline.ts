/**
 * The rows of a thread as a pure function of its pages, events and drafts. The same facts give the same rows,
 * in whatever order they arrived.
 */
import { idFromBytes } from "../../data/ids.ts";
import { type AnswerSlot, AnswerSlots } from "./answer-slots.ts";
import { answerView } from "./answer-view.ts";
import type { Facts, HistoryPage } from "./facts.ts";
import { type HeardEvent, heardEvents, type HeardText } from "./heard-events.ts";
import { messageTime } from "./message-time.ts";
import type { AnswersRow, AnswerView, MessageRow, RenameRow, Row, UnsentRow } from "./row.ts";
import { type StoredMessage, type StoredMessages, storedMessages } from "./stored-messages.ts";

/** A message of this device that may not have reached the thread. */
export interface Unsent {
  readonly id: string;
  readonly text: string;
  readonly refusal: string | null;
}

export interface Timeline {
  readonly rows: readonly Row[];
  /** The newest page; null before the first one. */
  readonly head: HistoryPage | null;
  readonly hasOlder: boolean;
  /** Whether the thread must be read again: text was deleted, or the place of an answer is unknown. */
  readonly isStale: boolean;
  /** The name after the latest rename; null before the first page. */
  readonly label: string | null;
  /** The oldest message of the known history, which the next older page ends before; null without one. */
  readonly oldestId: string | null;
  /** The unsent messages that the thread holds by now. */
  readonly heldIds: ReadonlySet<string>;
}

/** Keeps the parts of rows whose facts have not changed. */
export type RowCache = Map<string, { readonly facts: readonly unknown[]; readonly made: unknown }>;

type Top =
  | { readonly id: string; readonly stored: StoredMessage }
  | { readonly id: string; readonly heard: HeardEvent };

export function timelineOf(facts: Facts, unsent: readonly Unsent[], cache: RowCache = new Map()): Timeline {
  const stored = storedMessages(facts);
  if (stored === null) {
    return {
      rows: unsent.map(unsentRow),
      head: null,
      hasOlder: false,
      isStale: false,
      label: null,
      oldestId: null,
      heldIds: new Set(),
    };
  }
  return new TimelineBuilder(facts, historyOf(stored, cache), cache).build(unsent);
}

/** The rows of the stored messages alone. Events and drafts change few of them. */
interface History {
  readonly stored: StoredMessages;
  readonly slots: AnswerSlots;
  readonly tops: ReadonlyMap<string, Top & { readonly at: number }>;
  readonly rows: readonly Row[];
  /** The number of the first row of each top, and the number of rows. */
  readonly starts: readonly number[];
  /** Questions with an unfinished answer. */
  readonly unfinished: readonly string[];
}

const histories = new WeakMap<StoredMessages, History>();

function historyOf(stored: StoredMessages, cache: RowCache): History {
  const known = histories.get(stored);
  if (known !== undefined) return known;
  const slots = new AnswerSlots();
  const tops = new Map<string, Top & { readonly at: number }>();
  const unfinished = new Set<string>();
  for (const message of stored.messages) {
    const { id, inReplyTo } = message;
    const top = inReplyTo ?? id;
    if (inReplyTo !== null) slots.addStored(inReplyTo, message);
    if (inReplyTo !== null && !message.message.isComplete) unfinished.add(inReplyTo);
    // The question may stand on an older page.
    if (!tops.has(top)) tops.set(top, { id: top, stored: message, at: tops.size });
  }
  const rows: Row[] = [];
  const starts: number[] = [];
  const maker = new RowMaker({ slots, texts: new Map(), drafts: new Map() }, cache);
  for (const top of tops.values()) {
    starts.push(rows.length);
    rows.push(...maker.rowsOf(top));
  }
  const history = {
    stored,
    slots,
    tops,
    rows,
    starts: [...starts, rows.length],
    unfinished: [...unfinished],
  };
  histories.set(stored, history);
  return history;
}

class TimelineBuilder {
  readonly #history: History;
  readonly #slots: AnswerSlots;
  readonly #rows: RowMaker;
  /** Questions, remarks and names that the history does not hold. */
  readonly #news = new Map<string, Top>();
  #isStale: boolean;
  #label: string;

  constructor(facts: Facts, history: History, cache: RowCache) {
    const { stored, slots } = history;
    this.#history = history;
    this.#label = stored.head.thread.label;
    this.#isStale = stored.head.asOf < facts.resyncedAt;
    this.#slots = new AnswerSlots(slots);
    const oldest = Math.min(...stored.pages.map(({ asOf }) => asOf));
    const { texts, events } = heardEvents(facts.frames, Math.max(oldest, facts.resyncedAt));
    for (const event of events) this.#addHeard(event);
    for (const { inReplyTo, messageId, transformationId } of facts.drafts.values())
      this.#slots.addDraft(inReplyTo, messageId, transformationId);
    this.#rows = new RowMaker({ slots: this.#slots, texts, drafts: facts.drafts }, cache);
  }

  build(unsent: readonly Unsent[]): Timeline {
    const { stored } = this.#history;
    const isHeld = ({ id }: Unsent): boolean => this.#topOf(id) !== undefined;
    const rows = this.#storedRows();
    for (const top of this.#news.values()) rows.push(...this.#rows.rowsOf(top));
    for (const message of unsent) if (!isHeld(message)) rows.push(unsentRow(message));
    return {
      rows,
      head: stored.head,
      hasOlder: stored.hasOlder,
      isStale: this.#isStale,
      label: this.#label,
      oldestId: stored.messages[0]?.id ?? null,
      heldIds: new Set(unsent.filter(isHeld).map(({ id }) => id)),
    };
  }

  /** The rows of the history, made again where an event, a draft or the place of an answer may change them. */
  #storedRows(): Row[] {
    const { rows, starts, tops, unfinished } = this.#history;
    const changed = [...new Set([...this.#slots.touched, ...unfinished])]
      .flatMap((id) => tops.get(id) ?? [])
      .toSorted((one, other) => one.at - other.at);
    const parts: Row[][] = [];
    let end = 0;
    for (const top of changed) {
      parts.push(rows.slice(end, starts[top.at]), this.#rows.rowsOf(top));
      end = starts[top.at + 1] ?? rows.length;
    }
    return [...parts, rows.slice(end)].flat();
  }

  #topOf(id: string): Top | undefined {
    return this.#news.get(id) ?? this.#history.tops.get(id);
  }

  #addHeard(event: HeardEvent): void {
    const { asOf } = this.#history.stored.head;
    const isNew = event.seq > asOf;
    if (event.kind === "rename" && isNew) this.#label = event.label;
    const known = this.#topOf(event.id);
    if (event.kind === "text" && (this.#slots.addText(event) || known !== undefined)) return;
    if (event.kind === "text" && isService(event.author)) {
      // An answer of a question on an older page, or of an attempt that no event announced.
      this.#isStale ||= isNew;
      return;
    }
    if (known === undefined && isNew) this.#news.set(event.id, { id: event.id, heard: event });
    if (event.kind !== "question" || !isNew) return;
    if (known === undefined || "heard" in known) this.#slots.addPrompt(event.id, event.transformationId);
    // The history knows the question, but not yet this answer of a campaign.
    else if (!attemptsOf(known).includes(event.transformationId)) this.#isStale = true;
  }
}

/** Makes the rows of questions and remarks, in the order of the thread. */
class RowMaker {
  readonly #slots: AnswerSlots;
  readonly #texts: ReadonlyMap<string, HeardText>;
  readonly #drafts: Facts["drafts"];
  readonly #cache: RowCache;
  #unfinished = 0;

  constructor(
    {
      slots,
      texts,
      drafts,
    }: { slots: AnswerSlots; texts: ReadonlyMap<string, HeardText>; drafts: Facts["drafts"] },
    cache: RowCache,
  ) {
    this.#slots = slots;
    this.#texts = texts;
    this.#drafts = drafts;
    this.#cache = cache;
  }

  rowsOf(top: Top): Row[] {
    const own = this.#ownRow(top);
    const answers = this.#answersOf(top.id);
    return [...(own === null ? [] : [own]), ...(answers === null ? [] : [answers])];
  }

  #ownRow(top: Top): Row | null {
    if ("stored" in top)
      return top.stored.id === top.id
        ? this.#cached(top.id, [top.stored], () => storedRow(top.stored))
        : null;
    const text = this.#texts.get(top.id);
    return this.#cached(top.id, [top.heard, text?.last], () => heardRow(top.heard, text));
  }

  #answersOf(questionId: string): AnswersRow | null {
    const slots = this.#slots.of(questionId);
    if (slots.length === 0) return null;
    const answers = slots.map((slot, at) => this.#answer(`${questionId}/${at}`, slot));
    const key = `${questionId}/answers`;
    return this.#cached(key, answers, () => ({ kind: "answers", key, questionId, answers }));
  }

  #answer(key: string, slot: AnswerSlot): AnswerView {
    const { shown } = slot;
    const stored = slot.stored?.id === shown ? slot.stored : null;
    const heard = shown === null ? undefined : this.#texts.get(shown);
    const draft = shown === null ? undefined : this.#drafts.get(shown);
    const isDone = heard?.isDone === true || stored?.message.isComplete === true;
    const place = isDone ? 0 : this.#unfinished;
    if (!isDone) this.#unfinished += 1;
    const facts = [shown, slot.isReplaced, stored, heard?.last, isDone ? undefined : draft, place];
    return this.#cached(key, facts, () => answerView(key, { slot, stored, heard, draft, place }));
  }

  #cached<T>(key: string, facts: readonly unknown[], make: () => T): T {
    const known = this.#cache.get(key);
    if (known?.facts.length === facts.length && facts.every((fact, at) => fact === known.facts[at]))
      return known.made as T;
    const made = make();
    this.#cache.set(key, { facts, made });
    return made;
  }
}

/** The attempts at a question; none if the question stands on an older page. */
function attemptsOf({ id, stored }: { readonly id: string; readonly stored: StoredMessage }): string[] {
  const { transformations, transformationQueue } = stored.message;
  return stored.id === id ? [...transformations, ...transformationQueue] : [];
}

const SERVICE = "user_00000000000000000000000000";

function isService(author: string): boolean {
  return author === SERVICE;
}

function storedRow({ id, message }: StoredMessage): MessageRow | RenameRow {
  const author = idFromBytes("user", message.createdBy);
  const { createdAt } = message.metadata;
  const at = createdAt === null ? messageTime(id) : Date.parse(createdAt);
  if (message.kind === "renameThreadV1")
    return { kind: "rename", key: id, id, author, label: message.content, at };
  const isQuestion = message.kind === "promptV2";
  const { content: text, importedAuthor } = message;
  return { kind: "message", key: id, id, author, importedAuthor, text, isQuestion, at, scope: null };
}

function heardRow(event: HeardEvent, text: HeardText | undefined): MessageRow | RenameRow {
  const { id, author, at } = event;
  const known = { key: id, id, author, at };
  if (event.kind === "rename") return { kind: "rename", label: event.label, ...known };
  const said = { ...known, importedAuthor: "" };
  if (event.kind === "question")
    return { kind: "message", isQuestion: true, text: event.text, scope: event.scope, ...said };
  return { kind: "message", isQuestion: false, text: (text?.parts ?? []).join(""), scope: null, ...said };
}

function unsentRow({ id, text, refusal }: Unsent): UnsentRow {
  return { kind: "unsent", key: id, id, text, refusal, at: messageTime(id) };
}
