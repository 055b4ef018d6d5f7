/** Everything that one open thread page holds. */
import { type Signal, signal } from "@preact/signals";
import { invalidate } from "../data/cache.ts";
import { CitationStates } from "./citation-states.ts";
import { KeptText } from "./composer/kept-text.ts";
import { KeptPlace } from "./list/kept-place.ts";
import type { ListScroll } from "./list/list-scroll.ts";
import { loadedList } from "./list/loaded-list.ts";
import { LiveThread, MAX_PAGE } from "./live-thread.ts";
import { type ThreadFeed, ThreadSource, type ThreadViewer } from "./thread-source.ts";
import type { AnswersRow, Row } from "./timeline/row.ts";
import { messageTime } from "./timeline/message-time.ts";
import type { Cited } from "./timeline/stored-messages.ts";
import type { QuestionScope } from "./unsent-messages.ts";

/** The source whose card is open, beside the element that it belongs to. */
export interface OpenCard {
  readonly cited: Cited;
  readonly anchor: Element;
}

/** A source and its place among the sources of its answer. */
export interface OpenSource {
  readonly cited: Cited;
  readonly count: number;
  readonly rowKey: string;
}

/** Where a new public link may end; null for the newest message. */
export interface PublicLinkEnd {
  readonly answerId: string | null;
}

/** A message of a device without a connection arrives this long after its id was made, at most. */
const LATE_MS = 7 * 24 * 60 * 60_000;

export class OpenThread {
  readonly live: LiveThread;
  readonly states: CitationStates;
  readonly composer: KeptText;
  readonly place: KeptPlace;
  readonly card: Signal<OpenCard | null> = signal(null);
  #scroll: ListScroll<Row> | null = null;
  /** The sources of the latest rows. */
  #listed: { readonly rows: readonly Row[]; readonly sources: readonly OpenSource[] } | null = null;
  /** The dialog of the public link; null while it is closed. */
  readonly publicLink: Signal<PublicLinkEnd | null> = signal(null);
  /** The citation in the reader; "" for none. */
  readonly openCitation: Signal<string> = signal("");

  constructor(
    threadId: string,
    viewer: ThreadViewer,
    source: ThreadFeed = new ThreadSource(threadId, viewer),
  ) {
    const { userId } = viewer;
    const { isGuest } = source;
    this.states = new CitationStates(isGuest ? null : threadId);
    this.live = new LiveThread(threadId, userId, source, (assetIds) => this.#forgetStates(assetIds));
    this.composer = new KeptText(userId, threadId);
    this.place = new KeptPlace(isGuest ? null : userId, threadId);
  }

  /** The list; null until its code is loaded. */
  get scroll(): ListScroll<Row> | null {
    const parts = loadedList.peek();
    if (parts === null) return null;
    return (this.#scroll ??= new parts.ListScroll(parts.likelyHeight, {
      onTop: () => void this.live.readOlder(),
      onRest: (anchor) => this.place.rest(anchor, this.#rows.at(-1)?.key ?? ""),
    }));
  }

  get #rows(): readonly Row[] {
    return this.live.timeline.peek().rows;
  }

  /** Sends a question and brings it to the top of the list. */
  ask(text: string, scopes: readonly QuestionScope[] = []): void {
    const key = this.live.unsent.ask(text, scopes, this.composer.model.peek());
    this.scroll?.pin(key);
  }

  /** The person's last question; "" without one. */
  lastQuestion(): string {
    const own = (row: Row): boolean =>
      row.kind === "message" && row.isQuestion && row.author === this.live.userId;
    const found = this.#rows.findLast(own);
    return found?.kind === "message" ? found.text : "";
  }

  /** The text of a question; "" if its page is not known. */
  textOf(messageId: string): string {
    const row = this.#rows.find((each) => each.kind === "message" && each.id === messageId);
    return row?.kind === "message" ? row.text : "";
  }

  /** The newest message that the thread holds; null before the first one. */
  newestMessageId(): string | null {
    const ids = this.#rows.flatMap((row) => {
      if (row.kind === "answers")
        return row.answers.flatMap(({ id, state }) => (state === "done" ? (id ?? []) : []));
      return row.kind === "unsent" ? [] : row.id;
    });
    return ids.at(-1) ?? null;
  }

  source(citationId: string): OpenSource | null {
    return this.#sources().find(({ cited }) => cited.id === citationId) ?? null;
  }

  /** The key of the row with this key, message or citation; null if its page is not known. */
  keyOf(place: string): string | null {
    const isIt = (row: Row): boolean =>
      row.key === place || (row.kind === "answers" && row.answers.some(({ id }) => id === place));
    return this.#rows.find(isIt)?.key ?? this.source(place)?.rowKey ?? null;
  }

  /**
   * Reads older messages up to this row, message or citation. The rows between stay known, so the list scrolls
   * from there to both ends. The time in an id ends the search for a place that does not exist.
   */
  async reach(place: string): Promise<void> {
    for (;;) {
      const { hasOlder, oldestId } = this.live.timeline.peek();
      if (this.keyOf(place) !== null || !hasOlder || oldestId === null) return;
      if (messageTime(oldestId) < timeOf(place) - LATE_MS) return;
      await this.live.readOlder(MAX_PAGE);
      if (this.live.timeline.peek().oldestId === oldestId) return;
    }
  }

  /** The first source of the focused answer, else of the last one. */
  focusedSource(): Cited | null {
    const key = document.activeElement?.closest<HTMLElement>("[data-row]")?.dataset["row"];
    const all = this.#sources();
    return (all.find(({ rowKey }) => rowKey === key) ?? all.at(-1))?.cited ?? null;
  }

  /** The source before or behind one, through all answers; null at the ends. */
  neighbor(citationId: string, step: 1 | -1): OpenSource | null {
    const all = this.#sources();
    const at = all.findIndex(({ cited }) => cited.id === citationId);
    return at === -1 ? null : (all[at + step] ?? null);
  }

  /** As `neighbor`, and reads older messages if the source before this one stands there. */
  async findNeighbor(citationId: string, step: 1 | -1): Promise<OpenSource | null> {
    // The source of a deleted document has no place among the others.
    if (this.source(citationId) === null) return null;
    for (;;) {
      const found = this.neighbor(citationId, step);
      const { hasOlder, oldestId } = this.live.timeline.peek();
      if (found !== null || step === 1 || !hasOlder) return found;
      await this.live.readOlder();
      if (this.live.timeline.peek().oldestId === oldestId) return null;
    }
  }

  /** Moves the focus to the message before or behind the focused or first visible one. */
  focusMessage(step: 1 | -1): void {
    const here = document.activeElement?.closest<HTMLElement>("[data-row]")?.dataset["row"];
    const at = this.#rows.findIndex(({ key }) => key === (here ?? this.scroll?.anchor?.key));
    const next = this.#rows[here === undefined ? at : at + step];
    if (next !== undefined) this.scroll?.reveal(next.key);
  }

  /** The first key of a row that came after the last visit; "" without one. */
  get firstNewKey(): string {
    const { before } = this.place;
    if (before === null) return "";
    const at = this.#rows.findIndex(({ key }) => key === before.newestKey);
    return at === -1 ? "" : (this.#rows[at + 1]?.key ?? "");
  }

  /** Keeps the line last read, and that everything so far was seen. */
  keepPlace(): void {
    const anchor = this.scroll?.anchor ?? null;
    const newest = this.#rows.at(-1);
    if (anchor !== null && newest !== undefined) this.place.rest(anchor, newest.key);
    this.place.write();
  }

  close(): void {
    this.keepPlace();
    this.states.close();
    this.live.close();
  }

  #forgetStates(assetIds: readonly string[] | null): void {
    // The states hear it from the cache, as the reader does.
    if (assetIds !== null) return invalidate(...assetIds);
    this.states.forget(null);
    invalidate(this.live.threadId);
  }

  #sources(): readonly OpenSource[] {
    const rows = this.#rows;
    if (this.#listed?.rows === rows) return this.#listed.sources;
    const sources = rows.flatMap((row) => (row.kind === "answers" ? sourcesOf(row) : []));
    this.#listed = { rows, sources };
    return sources;
  }
}

/** When the id in a key was made. An address may hold no id: no message is as new as that. */
function timeOf(key: string): number {
  try {
    return messageTime(key.split("/", 1)[0] ?? "");
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

const known = new WeakMap<AnswersRow, readonly OpenSource[]>();

function sourcesOf(row: AnswersRow): readonly OpenSource[] {
  const sources =
    known.get(row) ??
    row.answers.flatMap(({ citations }) =>
      citations.map((cited) => ({ cited, count: citations.length, rowKey: row.key })),
    );
  known.set(row, sources);
  return sources;
}
