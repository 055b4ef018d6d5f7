import { DurableObject } from "cloudflare:workers";
import { configOf } from "../../config.ts";
import { type Id, newId, SERVICE_USER_ID } from "../../domain/ids.ts";
import type { Env } from "../../env.ts";
import { faultFields, log } from "../../log.ts";
import { platformOf } from "../../platform.ts";
import type { EnqueuedText, BulkIngestApi } from "../api.ts";
import type { PipelineDependencies } from "../pipeline-dependencies.ts";
import type { SandboxClient } from "../extraction/sandbox-client.ts";
import { notifyRooms } from "../notify-rooms.ts";
import { processBatch } from "./process-batch.ts";

/** Maximum number of texts in a batch, about 128 KiB together. */
const TOGETHER = 32;
/** Maximum queue length per organization. Further texts go to their own pipelines. */
const MAX_WAITING = 2_000;

interface Group {
  readonly assetIds: ReadonlySet<string>;
  readonly ended: Promise<void>;
}

/**
 * Processes the short texts of one organization in batches, each with one index call and one commit. Stores
 * nothing: the outbox keeps each text until a commit deletes the entry. After a crash, the cron run starts
 * the texts again. A text that does not finish here goes to its own pipeline, which counts attempts and
 * records failures.
 */
export class BulkIngest extends DurableObject<Env> implements BulkIngestApi {
  #waiting: EnqueuedText[] = [];
  #group: Group | null = null;
  #work: Promise<void> | null = null;

  async process(ordered: readonly EnqueuedText[]): Promise<void> {
    const room = Math.max(0, MAX_WAITING - this.#waiting.length);
    this.#waiting.push(...ordered.slice(0, room));
    await this.#handOn(ordered.slice(room));
    this.#work ??= this.#readAll();
    await this.#work;
  }

  async purge(assetId: Id<"asset">): Promise<void> {
    this.#waiting = this.#waiting.filter(({ asset }) => asset.id !== assetId);
    while (this.#group?.assetIds.has(assetId) === true) await this.#group.ended;
  }

  async #readAll(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        const texts = this.#waiting.splice(0, TOGETHER);
        // Clears the group before waiting callers resume, so that they see the current state.
        const ended = this.#readGroup(texts).finally(() => (this.#group = null));
        this.#group = { assetIds: new Set(texts.map(({ asset }) => asset.id)), ended };
        await ended;
        await scheduler.wait(0);
      }
    } finally {
      this.#work = null;
    }
  }

  /** Never rejects. */
  async #readGroup(texts: readonly EnqueuedText[]): Promise<void> {
    let ready: ReadonlySet<string> = new Set();
    try {
      ready = await processBatch(this.#dependencies(), texts);
    } catch (error) {
      log("warn", "short_texts_failed", { texts: texts.length, ...faultFields(error) });
    }
    await this.#handOn(texts.filter(({ asset }) => !ready.has(asset.id)));
  }

  /** Passes texts to their own pipelines. If a call fails, the text stays in the outbox. */
  async #handOn(texts: readonly EnqueuedText[]): Promise<void> {
    const { pipeline } = platformOf(this.env);
    for (const { asset, order } of texts) {
      await pipeline(asset.id)
        .start({ assetId: asset.id, order })
        .catch((error: unknown) =>
          log("warn", "short_text_not_handed_on", { assetId: asset.id, ...faultFields(error) }),
        );
    }
  }

  #dependencies(): PipelineDependencies {
    const { env } = this;
    const platform = platformOf(env);
    const db = platform.database();
    const by = {
      actorId: SERVICE_USER_ID,
      operation: "processAsset" as const,
      operationId: newId("op"),
      order: null,
    };
    return {
      db,
      bucket: platform.bucket,
      writer: () => ({
        db,
        now: new Date(),
        ...by,
        notify: async (ordered) => await notifyRooms(platform, ordered),
      }),
      index: platform.index,
      sandbox: ELSEWHERE,
      hasSpace: platform.hasSpace,
      addresses: null,
      externalTypes: configOf(env).processorTypes,
      save: () => undefined,
    };
  }
}

/** Fails every call: a file that needs the sandbox is not processed in a batch. */
const ELSEWHERE: SandboxClient = {
  read: async () => await Promise.reject(new Error("not read here")),
  unpack: async () => await Promise.reject(new Error("not unpacked here")),
  fetchPage: async () => await Promise.reject(new Error("not fetched here")),
};
