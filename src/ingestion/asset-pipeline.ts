import { DurableObject } from "cloudflare:workers";
import { configOf } from "../config.ts";
import { MAX_PROCESSING_ATTEMPTS } from "../domain/asset.ts";
import { newId, SERVICE_USER_ID } from "../domain/ids.ts";
import type { Env } from "../env.ts";
import { createDatabase } from "../storage/d1/database.ts";
import { deliverAtOnce, type Send } from "../storage/d1/deliver-order.ts";
import type { OutboxEntry } from "../storage/d1/outbox-store.ts";
import { failAsset, type ProgressWriter } from "./asset-progress.ts";
import { createCrawler } from "./crawl/create-crawler.ts";
import { ExtractionError } from "./extract/extraction-error.ts";
import { dropJob, newJob, type ProcessingJob, readJob, saveJob } from "./processing-job.ts";
import { type PipelineDependencies, processAsset, Superseded } from "./process-asset.ts";
import { tellWatchers } from "./tell-watchers.ts";

/** After the n-th attempt the next one begins so many milliseconds times n later, whether the attempt failed or the process died. */
const RETRY_AFTER_MS = 5_000;
/** So long does a run wait until the rooms have heard of a step; then they hear of it beside the next one. */
const TELLING_MS = 2_000;
const GAVE_UP = `This file could not be processed, although it was tried ${MAX_PROCESSING_ATTEMPTS} times.`;

/**
 * Takes one asset from its bytes to `ready` or `failed`, under alarms. The alarm first writes the attempt and arms the next one, then works:
 * whatever kills it, the next alarm goes on behind the last finished step, and after five attempts the asset is failed with a reason.
 */
export class AssetPipeline extends DurableObject<Env> {
  /** Begins what D1 says is to be processed; harmless when said again. */
  async start(input: { assetId: string }): Promise<void> {
    const { storage } = this.ctx;
    if (readJob(storage) === null) saveJob(storage, newJob(input.assetId));
    await storage.setAlarm(Date.now());
  }

  override async alarm(): Promise<void> {
    const { storage } = this.ctx;
    const job = readJob(storage);
    if (job === null) return;
    job.attempts += 1;
    saveJob(storage, job);
    await storage.setAlarm(Date.now() + RETRY_AFTER_MS * job.attempts);
    const finished = await this.#attempt(job);
    if (!finished) return;
    dropJob(storage);
    await storage.deleteAlarm();
  }

  /** @returns whether there is nothing more to do */
  async #attempt(job: ProcessingJob): Promise<boolean> {
    const deps = this.#dependencies(job);
    try {
      if (job.attempts > MAX_PROCESSING_ATTEMPTS) await failAsset(deps.writer, job, GAVE_UP, job.lastError);
      else await processAsset(deps, job);
      return true;
    } catch (error) {
      if (error instanceof Superseded) return true;
      return await this.#recordFailure(deps, job, error);
    }
  }

  async #recordFailure(deps: PipelineDependencies, job: ProcessingJob, error: unknown): Promise<boolean> {
    const permanent = error instanceof ExtractionError && error.permanent;
    const detail = error instanceof Error ? error.message.slice(0, 500) : "unknown";
    console.error(JSON.stringify({ pipeline: job.assetId, operationId: job.operationId, attempt: job.attempts, error: detail }));
    saveJob(this.ctx.storage, { ...job, lastError: detail });
    if (!permanent && job.attempts < MAX_PROCESSING_ATTEMPTS) return false;
    const reason = error instanceof ExtractionError ? error.reason : GAVE_UP;
    try {
      await failAsset(deps.writer, job, reason, detail);
      return true;
    } catch (failure) {
      return failure instanceof Superseded;
    }
  }

  #dependencies(job: ProcessingJob): PipelineDependencies {
    const { env } = this;
    const config = configOf(env);
    const db = createDatabase(env.DB);
    const by = { actorId: SERVICE_USER_ID, operation: "processAsset", operationId: job.operationId };
    const writer = (): ProgressWriter => ({ db, now: new Date(), ...by, tell: (ordered) => this.#tell(ordered) });
    return {
      db,
      bucket: env.BUCKET,
      writer,
      index: (organizationId, shard) => env.KNOWLEDGE_INDEX.getByName(`${organizationId}/${shard}`),
      crawler: createCrawler(env.CRAWLER, config),
      externalTypes: config.externalWorkerTypes,
      save: (changed) => saveJob(this.ctx.storage, changed),
    };
  }

  /** The steps are told one after the other while the rooms answer in time; a room that does not holds up nothing. */
  async #tell(ordered: readonly OutboxEntry[]): Promise<void> {
    if (ordered.length === 0) return;
    const db = createDatabase(this.env.DB);
    const send: Send = async ({ kind, targetId: target }) => {
      const targetId = await tellWatchers(db, (threadId) => this.env.THREAD_ROOM.getByName(threadId), target);
      return targetId === null ? null : { id: newId("event"), kind, targetId };
    };
    const deliveries = Promise.allSettled(ordered.map((order) => deliverAtOnce(db, order, new Date(), send)));
    const patience = new AbortController();
    await Promise.race([deliveries, scheduler.wait(TELLING_MS, { signal: patience.signal }).catch(() => undefined)]);
    patience.abort();
  }
}
