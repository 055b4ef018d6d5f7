import { isCampaign, type Words } from "./words.ts";

/** Who says it where. */
export interface Origin {
  readonly threadId: string;
  readonly writer: string;
  readonly authorId: string;
  /** The writer's own choice; null for what is posted over HTTP. */
  readonly messageId: string | null;
  /** Stands among the recipients of what is posted over HTTP, and finds it again there; "" for a frame. */
  readonly marker: string;
}

/** One message as its writer knows it. Moments are ticks of the journal's own clock, which orders what happened in this process. */
export interface Entry extends Origin, Words {
  readonly round: number;
  /** When it was sent for the first time. */
  readonly sentAt: number;
  /** The connection on which it was sent, if it was sent only once and on one that keeps the order; else null. */
  readonly lane: string | null;
  /** When the service first said that it has it; Infinity: never. */
  readonly acknowledgedAt: number;
  /** The frames that were acknowledged, by their keys: a campaign has several. */
  readonly acknowledgedFrames: ReadonlySet<string>;
  /** The code with which it was refused for good. */
  readonly refusal: string | null;
}

type Change = { -readonly [K in keyof Entry]: Entry[K] };

/** What was sent, and what was acknowledged. */
export class Journal {
  readonly entries: Entry[] = [];
  /** The round under way. */
  round = 0;
  /** How many campaigns were sent. */
  campaigns = 0;
  #tick = 0;
  #next = Promise.withResolvers<void>();

  enter(origin: Origin, words: Words): Entry {
    const unknown = { lane: null, acknowledgedAt: Infinity, acknowledgedFrames: new Set<string>(), refusal: null };
    const entry = { ...origin, ...words, ...unknown, round: this.round, sentAt: this.#now() };
    this.entries.push(entry);
    if (isCampaign(entry.kind)) this.campaigns += 1;
    return entry;
  }

  /** It is sent; `lane` null: once more, so that nothing is known of its order. */
  sendOn(entry: Entry, lane: string | null): void {
    (entry as Change).lane = lane;
  }

  /** @param frame the key of one of its frames; "" for what is posted over HTTP */
  acknowledge(entry: Entry, frame = ""): void {
    (entry as Change).acknowledgedFrames = new Set([...entry.acknowledgedFrames, frame]);
    if (isAcknowledged(entry)) return;
    (entry as Change).acknowledgedAt = this.#now();
    this.#next.resolve();
    this.#next = Promise.withResolvers();
  }

  refuse(entry: Entry, code: string): void {
    (entry as Change).refusal = code;
  }

  /** How many messages were acknowledged. */
  acknowledged(): number {
    return this.entries.filter((entry) => isMessage(entry) && isAcknowledged(entry)).length;
  }

  /** Resolves when something is acknowledged the next time. */
  async nextAcknowledgement(): Promise<void> {
    await this.#next.promise;
  }

  #now(): number {
    this.#tick += 1;
    return this.#tick;
  }
}

export function isAcknowledged(entry: Entry): boolean {
  return entry.acknowledgedAt !== Infinity;
}

/** Everything but changes of the knowledge is a message. */
export function isMessage({ kind }: Entry): boolean {
  return kind !== "knowledgeChangeV1";
}

/** What a message is known by: the id that its writer chose, or the marker among its recipients. */
export function keyOf({ messageId, marker }: Entry): string {
  return messageId ?? marker;
}

export function describe({ kind, writer, ...entry }: Entry): string {
  return `${kind} ${keyOf({ kind, writer, ...entry })} of ${writer}`;
}
