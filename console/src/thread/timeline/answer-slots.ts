/** The places for answers below each question: one, or several if it was asked of several scopes or models. */
import type { HeardEvent } from "./heard-events.ts";
import type { StoredMessage } from "./stored-messages.ts";

export interface AnswerSlot {
  readonly questionId: string;
  /** Its number below the question, from 0. */
  readonly place: number;
  /** The version that the thread shows. */
  shown: string | null;
  /** Whether an event after the stored history replaced a version. */
  isReplaced: boolean;
  /** The shown version as the history holds it. */
  stored: StoredMessage | null;
}

type TextEvent = Extract<HeardEvent, { kind: "text" }>;

/** Finds the slot of each answer by its message, its attempt or the version that it replaces. */
export class AnswerSlots {
  /** Slots of the history. Slots that events or drafts change are copied first. */
  readonly #history: AnswerSlots | null;
  readonly #byQuestion = new Map<string, AnswerSlot[]>();
  readonly #byMessage = new Map<string, AnswerSlot>();
  readonly #byTransformation = new Map<string, AnswerSlot>();

  constructor(history: AnswerSlots | null = null) {
    this.#history = history;
  }

  /** The questions whose slots differ from the history's, or may look different because of an event or a draft. */
  get touched(): Iterable<string> {
    return this.#byQuestion.keys();
  }

  of(questionId: string): readonly AnswerSlot[] {
    return this.#byQuestion.get(questionId) ?? this.#history?.of(questionId) ?? [];
  }

  addStored(questionId: string, stored: StoredMessage): void {
    const slot = this.#open(questionId);
    slot.stored = stored;
    this.#show(slot, stored.id);
  }

  /** Each event of a campaign has the message of the question and asks for one more answer. */
  addPrompt(questionId: string, transformationId: string): void {
    this.#byTransformation.set(transformationId, this.#open(questionId));
  }

  /** @returns whether the event belongs to a known question */
  addText({ id, transformationId, replaces, seq }: TextEvent): boolean {
    const found =
      this.#ofMessage(id) ?? this.#ofMessage(replaces) ?? this.#byTransformation.get(transformationId);
    if (found === undefined) return false;
    const slot = this.#own(found);
    this.#byTransformation.set(transformationId, slot);
    if (slot.stored !== null && seq <= slot.stored.asOf) return true;
    if (replaces !== "") slot.isReplaced = true;
    if (replaces !== "" || slot.shown === null) this.#show(slot, id);
    else this.#byMessage.set(id, slot);
    return true;
  }

  /** A draft names its question, so it may tell the message of an answer first. */
  addDraft(questionId: string, id: string, transformationId: string): void {
    const found =
      this.#ofMessage(id) ??
      this.#byTransformation.get(transformationId) ??
      this.of(questionId).find(({ shown }) => shown === null);
    if (found === undefined) return;
    const slot = this.#own(found);
    if (slot.shown === null) this.#show(slot, id);
  }

  #ofMessage(id: string): AnswerSlot | undefined {
    const history = this.#history;
    return this.#byMessage.get(id) ?? (history === null ? undefined : history.#byMessage.get(id));
  }

  /** The slot itself, or its copy if it belongs to the history. */
  #own({ questionId, place }: AnswerSlot): AnswerSlot {
    const slots = this.#ownOf(questionId);
    const slot = slots[place];
    if (slot === undefined) throw new Error("The slot belongs to another thread.");
    return slot;
  }

  #ownOf(questionId: string): AnswerSlot[] {
    const known = this.#byQuestion.get(questionId);
    if (known !== undefined) return known;
    const slots = (this.#history?.of(questionId) ?? []).map((slot) => ({ ...slot }));
    this.#byQuestion.set(questionId, slots);
    for (const slot of slots) if (slot.shown !== null) this.#byMessage.set(slot.shown, slot);
    return slots;
  }

  #show(slot: AnswerSlot, id: string): void {
    slot.shown = id;
    this.#byMessage.set(id, slot);
  }

  #open(questionId: string): AnswerSlot {
    const slots = this.#ownOf(questionId);
    const slot: AnswerSlot = {
      questionId,
      place: slots.length,
      shown: null,
      isReplaced: false,
      stored: null,
    };
    slots.push(slot);
    return slot;
  }
}
