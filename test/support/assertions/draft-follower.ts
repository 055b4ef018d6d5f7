import type { DraftFrame } from "../../../src/domain/events.ts";
import { listen, type Listener, type Workplace } from "../rows/workplace.ts";

type Told = DraftFrame["draft"];

/**
 * Follows a thread's drafts over successive connections. Checks that each draft continues the previous frames
 * and that none outlives its answer.
 */
export class DraftFollower {
  readonly faults: string[] = [];
  /** The number of drafts received. */
  drafts = 0;
  readonly #place: Workplace;
  #listener: Listener | null = null;
  #heard = 0;
  readonly #open = new Map<string, { readonly transformationId: string; readonly text: string }>();
  readonly #ended = new Set<string>();

  constructor(place: Workplace) {
    this.#place = place;
  }

  async connect(): Promise<void> {
    this.#listener?.socket.close(1000);
    this.#listener = null;
    this.#open.clear();
    this.#ended.clear();
    this.#heard = 0;
    const listener = await listen(this.#place, { drafts: true });
    this.#listener = listener;
    // A crashed room closes its sockets.
    void listener.closed.then(() => {
      if (this.#listener === listener) this.#listener = null;
    });
    listener.socket.addEventListener("message", () => {
      if (this.#listener === listener) this.#hearAll();
    });
  }

  get isConnected(): boolean {
    return this.#listener !== null;
  }

  /** The open drafts on connections that are alive. */
  get open(): readonly string[] {
    return this.#listener === null
      ? []
      : [...this.#open.values()].filter(({ text }) => text !== "").map(({ text }) => text);
  }

  leave(): void {
    this.#listener?.socket.close(1000);
    this.#listener = null;
  }

  #hearAll(): void {
    const frames = this.#listener?.frames ?? [];
    for (; this.#heard < frames.length; this.#heard += 1) {
      const { draft, textV1 } = frames[this.#heard] as { readonly draft?: Told; readonly textV1?: any };
      if (draft !== undefined) this.#hearDraft(draft);
      if (textV1 === undefined) continue;
      this.#open.delete(textV1.messageId);
      if (textV1.isDone) this.#ended.add(`${textV1.messageId}/${textV1.provenance.transformationId}`);
    }
  }

  #hearDraft({ messageId, transformationId, from, text, proven }: Told): void {
    const before = this.#open.get(messageId);
    const known = before?.transformationId === transformationId ? before.text : "";
    const all = known.slice(0, from) + text;
    this.drafts += 1;
    if (this.#ended.has(`${messageId}/${transformationId}`))
      this.faults.push(`a draft behind its answer: ${all}`);
    if (from > known.length) this.faults.push(`a draft that continues what was not told: ${all}`);
    if (proven > all.length) this.faults.push(`a draft of which more is proven than there is: ${all}`);
    if (/\[\d*$|\[\d+\](?<! \[\d+\])/.test(all))
      this.faults.push(`a draft with a number that is not whole: ${all}`);
    this.#open.set(messageId, { transformationId, text: all });
  }
}
