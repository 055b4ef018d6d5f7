import type { Id } from "../../domain/ids.ts";
import { AsyncMutex } from "../../domain/async-mutex.ts";
import { findWatchedAssets } from "../../storage/d1/assets/watchers.ts";
import { progressEvent } from "../protocol/scope-change-events.ts";
import type { SentProgress } from "./sent-progress.ts";
import type { Publish } from "./publisher.ts";
import type { Database } from "../../storage/d1/core/database.ts";

/** Assets per progress event. */
const ASSETS_PER_EVENT = 100;

interface Deps {
  readonly threadId: string;
  readonly sent: SentProgress;
  readonly publish: Publish;
  readonly database: () => Database;
  readonly now: () => number;
}

/**
 * Notifies a thread's users of the progress of attached assets. It sends each version once, and never an
 * older version after a newer one.
 */
export class ProgressNotifier {
  readonly #deps: Deps;
  readonly #chain = new AsyncMutex();
  readonly #asked = new Set<string>();
  #next: Promise<void> | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Resolves when the log contains the asset's current state. Calls during a notification share the next one.
   */
  notify(assetId: Id<"asset">): Promise<void> {
    this.#asked.add(assetId);
    this.#next ??= this.#chain.run(() => this.#notifyAsked());
    return this.#next;
  }

  async #notifyAsked(): Promise<void> {
    const { threadId, sent, publish, database, now } = this.#deps;
    const assetIds = [...this.#asked];
    this.#asked.clear();
    this.#next = null;
    const db = database();
    const { watched } = await db.read({ watched: findWatchedAssets(db, threadId, assetIds) });
    const news = watched.filter(({ id, version }) => sent.isNews(id, version));
    const [first] = news;
    if (first === undefined) return;
    const place = { threadId, organizationId: first.organizationId, tenantId: first.tenantId };
    const events = Array.from({ length: Math.ceil(news.length / ASSETS_PER_EVENT) }, (_, at) =>
      progressEvent(
        place,
        first.worldKnowledge === 1,
        news.slice(at * ASSETS_PER_EVENT, (at + 1) * ASSETS_PER_EVENT),
        now(),
      ),
    );
    await publish(events, () => sent.remember(news, now()));
  }
}
