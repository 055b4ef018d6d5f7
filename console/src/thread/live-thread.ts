/** An open thread: its rows, its connection and the people in it. */
import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { ApiError, type ConnectionState, client, People, type Rating } from "../data/client.ts";
import { invalidate } from "../data/cache.ts";
import { ActionFailures } from "./action-failures.ts";
import { GuestNames } from "./guest-names.ts";
import { pause } from "./pause.ts";
import { NOBODY, type PresentPeople, presentPeople } from "./present-people.ts";
import { ReadOut } from "./read-out.ts";
import type { ThreadChannel, ThreadFeed } from "./thread-source.ts";
import { SummaryProgress } from "./summary-progress.ts";
import {
  changedDocuments,
  type Fact,
  type Facts,
  NO_FACTS,
  tellsOfScope,
  withFacts,
} from "./timeline/facts.ts";
import type { AnswerView } from "./timeline/row.ts";
import { type RowCache, type Timeline, timelineOf } from "./timeline/timeline.ts";
import { UnsentMessages } from "./unsent-messages.ts";

const PAGE = 100;
/** Messages of a page that is read after a deletion, or on the way to an old message. */
export const MAX_PAGE = 500;
/** A shorter loss of the connection is not worth a word. */
const LOST_AFTER_MS = 2_000;
/** The history is read without a connection after this time. */
const READ_WITHOUT_CONNECTION_MS = 1_500;
const HIDDEN_FRAME_MS = 250;
const RETRY_MS = 5_000;

/** An ended or invented link, and an address that is no link. */
const WRONG_LINK: readonly number[] = [404, 400];
const CLOSED_AS_MISSING = 4404;

type OnDocuments = (assetIds: readonly string[] | null) => void;

export type Rated = Rating["rating"];

/** Close codes after which the library gives up. */
export type Ending = { readonly code: number } | null;

export class LiveThread {
  readonly threadId: string;
  readonly userId: string;
  readonly unsent: UnsentMessages;
  readonly timeline: ReadonlySignal<Timeline>;
  readonly presence = signal<PresentPeople>(NOBODY);
  /** Whether the connection has been away for two seconds. */
  readonly isLost = signal(false);
  readonly ending = signal<Ending>(null);
  /** Why the history could not be read; null if it was. */
  readonly error = signal<unknown>(null);
  readonly isReadingOlder = signal(false);
  /** The ratings of this visit, by the answer's id. */
  readonly ratings = signal<ReadonlyMap<string, Rated>>(new Map());
  /** Whether the person may ask and write; until a refusal tells otherwise. */
  readonly mayChat: Signal<boolean>;
  /** Whether new messages arrive: not by a public link that ends at a message. */
  readonly isLive = signal(true);
  /** Documents in scope that are still being read. */
  readonly pendingAssets: ReadonlySignal<number>;
  readonly summary = new SummaryProgress();
  readonly #readOut: ReadOut;
  readonly #onDocuments: OnDocuments;
  readonly #source: ThreadFeed;
  readonly #guestNames = new GuestNames();
  readonly #people: People;
  readonly #peopleRead = signal(0);
  readonly #facts = signal<Facts>(NO_FACTS);
  readonly #failures = new ActionFailures();
  readonly #cache: RowCache = new Map();
  readonly #connection: ThreadChannel;
  /** Authors whose names were asked for. */
  readonly #asked = new Set<string>();
  #waiting: Fact[] = [];
  #isScheduled = false;
  #reading: Promise<void> | null = null;
  #readingOlder: Promise<void> | null = null;
  #isClosed = false;
  #lostTimer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param userId "" for guests
   * @param onDocuments hears which documents have changed; null: any may have
   */
  constructor(threadId: string, userId: string, source: ThreadFeed, onDocuments: OnDocuments) {
    this.threadId = threadId;
    this.userId = userId;
    this.#source = source;
    this.#onDocuments = onDocuments;
    this.mayChat = signal(!this.isGuest);
    this.#people = new People(client, threadId);
    this.#connection = this.#source.open({
      onPresence: (change) => (this.presence.value = presentPeople(this.presence.peek(), change)),
      onDraft: (draft) => this.#add({ draft }),
      onState: (state) => this.#hearState(state),
    });
    this.unsent = new UnsentMessages(userId, threadId, async (event) => await this.#connection.send(event), {
      onMissed: () => void this.readAgain(),
      onForbidden: () => (this.mayChat.value = false),
    });
    this.timeline = computed(() => timelineOf(this.#facts.value, this.unsent.messages.value, this.#cache));
    this.pendingAssets = computed(
      () => this.timeline.value.head?.thread.knowledgeProvenance.pendingAssets ?? 0,
    );
    this.#readOut = new ReadOut(userId, (id) => this.nameOf(id));
    this.#hearState("connecting");
    void this.#start();
  }

  /** Whether the page shows the view of a public link's guests. */
  get isGuest(): boolean {
    return this.#source.isGuest;
  }

  /** The name of a user; "" if it is unknown. */
  nameOf(userId: string): string {
    void this.#peopleRead.value;
    if (this.isGuest) return this.#guestNames.find(userId);
    return this.presence.value.here.get(userId) ?? this.#people.find(userId)?.displayName ?? "";
  }

  typing(): void {
    this.#connection.typing();
  }

  /** Ends the unfinished answers to a question. The text so far stays. */
  async stop(questionId: string): Promise<void> {
    await this.#failures.watch(questionId, async () => await client.answers(this.threadId).stop(questionId));
  }

  /** Requests another version of an answer. Its text arrives by events. */
  async askAgain({ questionId, id }: AnswerView, model?: string): Promise<void> {
    await this.#failures.watch(
      questionId,
      async () => await client.answers(this.threadId).askAgain(questionId, id ?? undefined, model),
    );
  }

  rename(label: string): void {
    void this.#connection.send({ renameThreadV1: { label } });
  }

  /** Shows a version of an answer to all readers. */
  async choose(questionId: string, answerId: string): Promise<void> {
    await this.#failures.watch(
      questionId,
      async () => await client.answers(this.threadId).choose(questionId, answerId),
    );
  }

  async rate({ questionId, id }: Pick<AnswerView, "questionId" | "id">, rating: Rating): Promise<void> {
    if (id === null) return;
    const before = this.ratings.peek();
    this.ratings.value = new Map([...before, [id, rating.rating]]);
    await this.#failures.watch(
      questionId,
      async () => await client.answers(this.threadId).rate(questionId, { ...rating, answerId: id }),
    );
    if (this.failureOf(questionId).peek() !== null) this.ratings.value = before;
  }

  /** Reads the page before the oldest known message. */
  async readOlder(limit = PAGE): Promise<void> {
    const { hasOlder, oldestId } = this.timeline.peek();
    if (!hasOlder || oldestId === null) return;
    this.isReadingOlder.value = true;
    // If it fails, the person scrolls again.
    this.#readingOlder ??= this.#readPage(oldestId, limit).catch(() => {});
    await this.#readingOlder;
    this.#readingOlder = null;
    this.isReadingOlder.value = false;
  }

  /** Why the last action on a question's answers failed; null if it did not. */
  failureOf(questionId: string): Signal<unknown> {
    return this.#failures.of(questionId);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#lostTimer);
    this.#connection.close();
  }

  async #start(): Promise<void> {
    void this.#follow();
    const opened = this.#connection.opened.then(
      () => true,
      () => true,
    );
    const isOpened = await Promise.race([opened, pause(READ_WITHOUT_CONNECTION_MS).then(() => false)]);
    if (this.#isClosed) return;
    await this.readAgain();
    // An event between the first page and the connection would be missed.
    if (!isOpened && (await opened)) await this.readAgain();
  }

  async #follow(): Promise<void> {
    for await (const frame of this.#connection) this.#add({ frame });
    const { code } = await this.#connection.closed;
    if (this.#isClosed) return;
    // A link that ends at a message has no events. Another read tells it from a link that has ended.
    if (!this.isGuest) return void (this.ending.value = { code });
    this.isLive.value = false;
    await this.#reading;
    await this.readAgain();
  }

  #hearState(state: ConnectionState): void {
    clearTimeout(this.#lostTimer);
    if (state === "connecting") {
      this.#lostTimer = setTimeout(() => (this.isLost.value = true), LOST_AFTER_MS);
      this.#add({ isDisconnected: true });
    } else this.isLost.value = false;
  }

  /** Facts of one frame are drawn together. */
  #add(fact: Fact): void {
    this.#waiting.push(fact);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const draw = (): void => this.#draw();
    if (document.hidden) setTimeout(draw, HIDDEN_FRAME_MS);
    else requestAnimationFrame(draw);
  }

  #draw(): void {
    this.#isScheduled = false;
    if (this.#isClosed) return;
    const facts = this.#waiting;
    if (facts.length === 0) return;
    this.#waiting = [];
    batch(() => {
      this.#facts.value = withFacts(this.#facts.peek(), facts);
      this.unsent.settle(this.timeline.value.heldIds);
    });
    const { isStale, head } = this.timeline.peek();
    if (isStale && head !== null) void this.readAgain();
    if (head !== null) this.#readOut.hear(this.timeline.peek().rows);
    const changed = changedDocuments(facts);
    if (changed === null || changed.length > 0) this.#onDocuments(changed);
    this.summary.hear(facts);
    if (facts.some(tellsOfScope)) {
      invalidate(this.threadId);
      // The page tells how many documents are still being read.
      void this.readAgain();
    }
    if (!facts.every((fact) => "draft" in fact)) this.#learnNames();
  }

  /** Asks for the names of authors that no page told. */
  #learnNames(): void {
    if (this.isGuest) return this.#guestNames.add(this.timeline.peek().rows);
    const authors = this.timeline.peek().rows.flatMap((row) => ("author" in row ? [row.author] : []));
    const unknown = new Set(authors.filter((author) => !this.#asked.has(author)));
    if (unknown.size === 0) return;
    for (const author of unknown) this.#asked.add(author);
    this.#people.load(unknown).then(
      () => (this.#peopleRead.value += 1),
      () => {},
    );
  }

  /** Reads the newest page again. */
  async readAgain(): Promise<void> {
    this.#reading ??= this.#readUntilFresh().finally(() => (this.#reading = null));
    await this.#reading;
  }

  async #readUntilFresh(): Promise<void> {
    for (;;) {
      try {
        const count = this.timeline.peek().rows.length;
        await this.#readPage(null, count > PAGE ? MAX_PAGE : PAGE);
        this.error.value = null;
        if (!this.timeline.peek().isStale) return;
      } catch (error) {
        if (this.#isClosed) return;
        if (this.isGuest && error instanceof ApiError && WRONG_LINK.includes(error.status))
          return void (this.ending.value = { code: CLOSED_AS_MISSING });
        if (this.timeline.peek().head === null) this.error.value = error;
        await pause(RETRY_MS);
      }
      if (this.#isClosed) return;
    }
  }

  async #readPage(before: string | null, limit: number): Promise<void> {
    const heard = this.#connection.lastSeq;
    const page = await this.#source.page(before, limit);
    if (this.#isClosed) return;
    this.#people.add(page.thread.people);
    this.#add({ page: { asOf: heard, before, ...page } });
    this.#draw();
  }
}
