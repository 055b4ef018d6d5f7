import { SerialChain } from "../domain/serial-chain.ts";
import { findWatchedAssets } from "../storage/d1/watcher-store.ts";
import { progressEvent } from "./events/knowledge-frames.ts";
import type { ToldProgress } from "./told-progress.ts";
import { publish, type Room } from "./room.ts";

/** So many assets stand in one event. */
const ASSETS_AN_EVENT = 100;

/** Tells a thread's people how the assets go on that it brought in: each version once, and never one that is older than the last. */
export class ProgressTeller {
  readonly #room: Room;
  readonly #threadId: string;
  readonly #told: ToldProgress;
  readonly #chain = new SerialChain();
  readonly #asked = new Set<string>();
  #next: Promise<void> | null = null;

  constructor(room: Room, threadId: string, told: ToldProgress) {
    this.#room = room;
    this.#threadId = threadId;
    this.#told = told;
  }

  /** Resolves when the log holds how the asset is now. Those who come while others are being told are told together. */
  tell(assetId: string): Promise<void> {
    this.#asked.add(assetId);
    this.#next ??= this.#chain.run(() => this.#tellAsked());
    return this.#next;
  }

  async #tellAsked(): Promise<void> {
    const assetIds = [...this.#asked];
    this.#asked.clear();
    this.#next = null;
    const db = this.#room.database();
    const { watched } = await db.read({ watched: findWatchedAssets(db, this.#threadId, assetIds) });
    const news = watched.filter(({ id, version }) => this.#told.isNews(id, version));
    const [first] = news;
    if (first === undefined) return;
    const place = { threadId: this.#threadId, organizationId: first.organizationId, tenantId: first.tenantId };
    const events = Array.from({ length: Math.ceil(news.length / ASSETS_AN_EVENT) }, (_, at) =>
      progressEvent(place, first.worldKnowledge === 1, news.slice(at * ASSETS_AN_EVENT, (at + 1) * ASSETS_AN_EVENT)),
    );
    await publish(this.#room, events, () => this.#told.remember(news, this.#room.now()));
  }
}
