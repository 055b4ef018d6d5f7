import { isCampaign, type MessageInput } from "./message-input.ts";

/** The writer and the thread. */
export interface Origin {
  readonly threadId: string;
  readonly writer: string;
  readonly authorId: string;
  /** The id that the writer chose; null over HTTP. */
  readonly messageId: string | null;
  /** A marker among the recipients of a message over HTTP, which finds it again; "" for a frame. */
  readonly marker: string;
}

/**
 * One message from the view of its writer. Times are ticks of the journal's clock, which orders the events of
 * this process.
 */
export interface Entry extends Origin, MessageInput {
  readonly round: number;
  /** The tick of the first send. */
  readonly sentAt: number;
  /** The connection of the send, if there was only one and the connection keeps the order; else null. */
  readonly connection: string | null;
  /** The tick of the first acknowledgement; Infinity: never. */
  readonly acknowledgedAt: number;
  /** The keys of the acknowledged frames. A campaign has several. */
  readonly acknowledgedFrames: ReadonlySet<string>;
  /** The code of the final rejection. */
  readonly rejection: string | null;
}

type Change = { -readonly [K in keyof Entry]: Entry[K] };

/** Records sent and acknowledged messages. */
export class Journal {
  readonly entries: Entry[] = [];
  /** The current round. */
  round = 0;
  /** Number of campaigns sent. */
  campaigns = 0;
  #tick = 0;
  #next = Promise.withResolvers<void>();

  add(origin: Origin, words: MessageInput): Entry {
    const unknown = {
      connection: null,
      acknowledgedAt: Infinity,
      acknowledgedFrames: new Set<string>(),
      rejection: null,
    };
    const entry = { ...origin, ...words, ...unknown, round: this.round, sentAt: this.#now() };
    this.entries.push(entry);
    if (isCampaign(entry.kind)) this.campaigns += 1;
    return entry;
  }

  /** Records a send. With `connection` null it is a resend, so its order is unknown. */
  recordSend(entry: Entry, connection: string | null): void {
    (entry as Change).connection = connection;
  }

  /** @param frame the key of one of its frames; "" over HTTP */
  acknowledge(entry: Entry, frame = ""): void {
    (entry as Change).acknowledgedFrames = new Set([...entry.acknowledgedFrames, frame]);
    if (isAcknowledged(entry)) return;
    (entry as Change).acknowledgedAt = this.#now();
    this.#next.resolve();
    this.#next = Promise.withResolvers();
  }

  reject(entry: Entry, code: string): void {
    (entry as Change).rejection = code;
  }

  /** Number of acknowledged messages. */
  acknowledged(): number {
    return this.entries.filter((entry) => isMessage(entry) && isAcknowledged(entry)).length;
  }

  /** Resolves at the next acknowledgement. */
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

/** Every entry except a scope change is a message. */
export function isMessage({ kind }: Entry): boolean {
  return kind !== "knowledgeChangeV1";
}

/** The identity of a message: the id chosen by its writer, or the marker among its recipients. */
export function keyOf({ messageId, marker }: Entry): string {
  return messageId ?? marker;
}

export function describe({ kind, writer, ...entry }: Entry): string {
  return `${kind} ${keyOf({ kind, writer, ...entry })} of ${writer}`;
}
