/** A thread as the service keeps it: it stores messages, appends events and answers with pages. */
import type { Draft, EventFrame } from "../../../console/src/data/client.ts";
import { idToBytes, newId } from "../../../console/src/data/ids.ts";
import { PROVENANCE_FIELDS, SAMPLING_FIELDS, SCOPE_FIELDS } from "./fields.ts";
import type { Fact, HistoryPage, Message, Thread } from "../../../console/src/thread/timeline/facts.ts";

const SERVICE = Array.from({ length: 16 }, () => 0);
const AUTHOR = idToBytes(newId("user"));

interface Stored {
  readonly id: string;
  readonly kind: Message["kind"];
  readonly inReplyTo: string | null;
  /** The place of the answer below its question. */
  readonly slot: number;
  content: string;
  isComplete: boolean;
  isShown: boolean;
  version: number;
}

export class ThreadModel {
  readonly facts: Fact[] = [];
  seq = 0;
  label = "Thread";
  #messages: Stored[] = [];
  #version = 1;

  get questions(): readonly Stored[] {
    return this.#messages.filter(({ kind }) => kind === "promptV2");
  }

  /** Answers that no attempt has finished, oldest first. */
  get unfinished(): readonly Stored[] {
    return this.#messages.filter(({ isComplete }) => !isComplete);
  }

  get finished(): readonly Stored[] {
    return this.#messages.filter(
      ({ inReplyTo, isComplete, isShown }) => inReplyTo !== null && isComplete && isShown,
    );
  }

  ask(text: string, answers = 1): string {
    const id = this.#store("promptV2", text, null);
    for (let slot = 0; slot < answers; slot += 1) {
      const answerId = this.#store("textV1", "", id, slot);
      const asked = {
        messageId: idToBytes(id),
        createdBy: AUTHOR,
        prompt: text,
        model: "",
        scope: SCOPE_FIELDS,
      };
      const transformationId = this.#attempt(answerId);
      this.#event(
        answers === 1
          ? { promptV2: { ...SAMPLING_FIELDS, ...asked, kind: "promptV2", transformationId } }
          : { promptCampaignV2: { ...asked, kind: "promptCampaignV2", transformationId } },
      );
    }
    return id;
  }

  say(text: string): void {
    const id = this.#store("textV1", text, null);
    this.#text({ id, parts: [text], isDone: true, createdBy: AUTHOR });
  }

  rename(label: string): void {
    const id = this.#store("renameThreadV1", label, null);
    this.label = label;
    this.#event({
      renameThreadV1: { kind: "renameThreadV1", createdBy: AUTHOR, label, messageId: idToBytes(id) },
    });
  }

  /** The text grows, but nothing is stored. */
  draft(text: string): void {
    const [answer] = this.unfinished;
    if (answer === undefined) return;
    const draft: Draft = {
      messageId: answer.id,
      inReplyTo: answer.inReplyTo ?? "",
      transformationId: this.#attempt(answer.id),
      text,
      proven: Math.floor(text.length / 2),
    };
    this.facts.push({ draft });
  }

  /** The oldest unfinished answer ends. */
  finish(parts: readonly string[], isRetried = false): void {
    const [answer] = this.unfinished;
    if (answer === undefined) return;
    if (isRetried) this.#attempts.set(answer.id, newId("inter"));
    answer.content = parts.join("");
    answer.isComplete = true;
    this.#change(answer);
    for (const [at, part] of parts.entries())
      this.#text({ id: answer.id, parts: [part], isDone: at === parts.length - 1, createdBy: SERVICE });
  }

  askAgain(answer: Stored): void {
    answer.isShown = false;
    const id = this.#store("textV1", "", answer.inReplyTo, answer.slot);
    this.#text({ id, parts: [""], isDone: false, createdBy: SERVICE, replaces: answer.id });
  }

  /** Shows an earlier version again. */
  choose(answer: Stored): void {
    const other = this.#messages.find(
      ({ inReplyTo, slot, isShown, isComplete }) =>
        inReplyTo === answer.inReplyTo && slot === answer.slot && !isShown && isComplete,
    );
    if (other === undefined) return;
    answer.isShown = false;
    other.isShown = true;
    this.#change(other);
    this.#text({
      id: other.id,
      parts: [other.content],
      isDone: true,
      createdBy: SERVICE,
      replaces: answer.id,
    });
  }

  /** A document is deleted: its words leave all answers, and readers are told to read the thread again. */
  deleteDocument(): void {
    for (const answer of this.#messages)
      if (answer.inReplyTo !== null && answer.isComplete) {
        answer.content = answer.content.replaceAll("secret", "[deleted]");
        this.#change(answer);
      }
    this.seq += 1;
    this.facts.push({
      frame: { resync: true, seq: this.seq } as Fact extends { frame: infer F } ? F : never,
    });
  }

  /** @param lag how many of the latest events the reader has not heard when it asks for the page */
  read({
    limit,
    before = null,
    lag = 0,
  }: {
    limit: number;
    before?: string | null;
    lag?: number;
  }): HistoryPage {
    const shown = this.#inOrder();
    const end = before === null ? shown.length : shown.findIndex((each) => this.#isAt(each, before));
    const start = Math.max(0, end - limit);
    const page: HistoryPage = {
      asOf: Math.max(0, this.seq - lag),
      before,
      isBeginning: start === 0,
      thread: this.#thread(shown.slice(start, end)),
    };
    this.facts.push({ page });
    return page;
  }

  readonly #attempts = new Map<string, string>();

  #attempt(answerId: string): string {
    const known = this.#attempts.get(answerId) ?? newId("inter");
    this.#attempts.set(answerId, known);
    return known;
  }

  /** Each question is followed by its answers. */
  #inOrder(): readonly Stored[] {
    return this.#messages
      .filter(({ inReplyTo }) => inReplyTo === null)
      .flatMap((top) => [
        top,
        ...this.#messages
          .filter(({ inReplyTo, isShown }) => inReplyTo === top.id && isShown)
          .toSorted((one, other) => one.slot - other.slot),
      ]);
  }

  /** A hidden version has the place of the version that the thread shows. */
  #isAt({ id, inReplyTo, slot }: Stored, wanted: string): boolean {
    const other = this.#messages.find((each) => each.id === wanted);
    const isVersion = inReplyTo !== null && other?.inReplyTo === inReplyTo && other.slot === slot;
    return id === wanted || isVersion;
  }

  #store(kind: Message["kind"], content: string, inReplyTo: string | null, slot = 0): string {
    const id = newId("msg");
    const isComplete = inReplyTo === null;
    this.#messages.push({ id, kind, content, inReplyTo, slot, isComplete, isShown: true, version: 1 });
    this.#version += 1;
    return id;
  }

  #change(message: Stored): void {
    message.version += 1;
    this.#version += 1;
  }

  #text({
    id,
    parts,
    isDone,
    createdBy,
    replaces = "",
  }: {
    id: string;
    parts: readonly string[];
    isDone: boolean;
    createdBy: readonly number[];
    replaces?: string;
  }): void {
    const transformationId = createdBy === SERVICE ? this.#attempt(id) : "";
    this.#event({
      textV1: {
        kind: "textV1",
        messageId: id,
        createdBy,
        parts,
        isDone,
        label: this.label,
        organizationId: SERVICE,
        tenantId: SERVICE,
        threadId: SERVICE,
        textSuggestions: [],
        provenance: { ...PROVENANCE_FIELDS, transformationId, replaces },
      },
    });
  }

  #event(event: object): void {
    this.seq += 1;
    this.facts.push({ frame: { ...event, seq: this.seq } as EventFrame });
  }

  #thread(messages: readonly Stored[]): Thread {
    return {
      label: this.label,
      version: this.#version,
      messages: messages.map((message) => this.#message(message)),
      knowledgeProvenance: { citations: {}, assetRef: {} },
    } as unknown as Thread;
  }

  #message({ id, kind, content, inReplyTo, isComplete, version, slot }: Stored): Message {
    const versions = this.#messages.filter(
      (other) => inReplyTo !== null && other.inReplyTo === inReplyTo && other.slot === slot,
    );
    return {
      answerVersion: versions.findIndex((each) => each.id === id) + 1,
      answerVersions: versions.length,
      content,
      createdBy: inReplyTo === null ? AUTHOR : SERVICE,
      droppedSentences: 0,
      id: idToBytes(id),
      inReplyTo: inReplyTo === null ? null : idToBytes(inReplyTo),
      isComplete,
      kind,
      metadata: { createdAt: null },
      passedOver: [],
      processedByModel: "",
      importedAuthor: "",
      recipients: [],
      sentences: [],
      state: isComplete ? "done" : "pending",
      stoppedBy: null,
      textSuggestions: [],
      transformations: this.#messages
        .filter((answer) => answer.inReplyTo === id && answer.isShown)
        .map((answer) => this.#attempt(answer.id)),
      transformationQueue: [],
      version,
    } as unknown as Message;
  }
}
