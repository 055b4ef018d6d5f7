import { DurableObject } from "cloudflare:workers";
import { type Config, configOf } from "../config.ts";
import { isLastAttempt, RETRIES, retryDelayMs } from "../domain/retry-policy.ts";
import { faultFields, log } from "../log.ts";
import { SERVICE_USER_ID } from "../domain/ids.ts";
import type { Env } from "../env.ts";
import { platformOf } from "../platform.ts";
import type { AssetPipelineApi, AssetWithCollections, RefreshEnd, RefreshInput, StartInput } from "./api.ts";
import { recordRefreshFailure } from "./crawl/record-refresh-failure.ts";
import { refreshEndOf, RefreshSubscribers } from "./crawl/refresh-subscribers.ts";
import { failAsset, type ProgressWriter } from "./record-progress.ts";
import { ExtractionError } from "../domain/extraction-error.ts";
import {
  requestRefresh,
  dropJob,
  isRefreshRequested,
  newJob,
  type ProcessingJob,
  readJob,
  saveJob,
  takeRefresh,
} from "./processing-job.ts";
import { type PipelineDependencies } from "./pipeline-dependencies.ts";
import { runStages, StaleRun } from "./run-stages.ts";
import { SandboxBusy } from "./extraction/sandbox-busy.ts";
import { StageTimeout } from "./stage-timeout.ts";
import { RECORDING, withinDeadline } from "./stage-clock.ts";
import { countOnDay, STAGE_DEADLINES } from "../storage/d1/service/day-counters.ts";
import { notifyRooms } from "./notify-rooms.ts";
import { MS_PER_MINUTE, MS_PER_DAY } from "../domain/time.ts";

/**
 * Under load, an asset waits about 3 s before its next attempt. The pause grows with the total waiting time.
 */
const TURN_AFTER_MS = 3_000;
const MAX_TURN_AFTER_MS = MS_PER_MINUTE;
const WAITED_PER_ASK = 8;
/** An attempt that waits longer than a day under load counts as failed. */
const MAX_WAIT_MS = MS_PER_DAY;
const GAVE_UP = `The service could not process this file in ${RETRIES.pipeline.attempts} attempts.`;

/**
 * Moves one asset from its bytes to `ready` or `failed` by alarms. Each alarm records the attempt and
 * schedules the next alarm before it works. After a crash, the next alarm continues after the last finished
 * step. After five attempts the asset fails with a reason.
 */
export class AssetPipeline extends DurableObject<Env> implements AssetPipelineApi {
  /** The asset as the last caller passed it. Lost on eviction. */
  #handed: AssetWithCollections | null = null;
  #starts = 0;
  readonly #refreshes = new RefreshSubscribers();
  /** Resolves when the current attempt has ended. */
  #underWay: Promise<void> = Promise.resolve();

  async start({ assetId, order = null, found = null }: StartInput): Promise<void> {
    const { storage } = this.ctx;
    this.#starts += 1;
    this.#handed = found;
    const job = readJob(storage);
    if (job === null || order !== null)
      saveJob(storage, job === null ? newJob(assetId, order) : { ...job, order });
    await storage.setAlarm(Date.now());
  }

  async refresh({ assetId, waitMs }: RefreshInput): Promise<RefreshEnd | null> {
    const { storage } = this.ctx;
    const end = waitMs === 0 ? null : this.#refreshes.wait(waitMs);
    requestRefresh(storage, assetId);
    await storage.setAlarm(Date.now());
    return await end;
  }

  /** The current attempt ends by itself, because D1 no longer has the asset in the expected state. */
  async purge(): Promise<void> {
    await this.#underWay;
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  override async alarm(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#underWay = promise;
    try {
      await this.#goOn();
    } finally {
      resolve();
    }
  }

  async #goOn(): Promise<void> {
    const { storage } = this.ctx;
    const job = readJob(storage) ?? this.#beginRefresh();
    if (job === null) return;
    job.attempts += 1;
    saveJob(storage, job);
    await storage.setAlarm(Date.now() + retryDelayMs(RETRIES.pipeline, job.attempts));
    const starts = this.#starts;
    const finished = await this.#attempt(job);
    if (!finished) return;
    this.#refreshes.end(null);
    // A caller may have started the asset again while the last run was recorded.
    const isBegun = this.#starts !== starts;
    if (isBegun) saveJob(storage, newJob(job.assetId, readJob(storage)?.order ?? null));
    else dropJob(storage);
    if (isBegun || isRefreshRequested(storage)) await storage.setAlarm(Date.now());
    else await storage.deleteAlarm();
  }

  #beginRefresh(): ProcessingJob | null {
    const job = takeRefresh(this.ctx.storage);
    if (job !== null) this.#refreshes.begin();
    return job;
  }

  /** @returns whether the job is finished */
  async #attempt(job: ProcessingJob): Promise<boolean> {
    const attempt = { isOver: false };
    const deps = this.#dependencies(job, attempt);
    try {
      if (job.attempts > RETRIES.pipeline.attempts)
        await this.#fail(deps, job, job.lastReason || GAVE_UP, job.lastError);
      else this.#refreshes.end(refreshEndOf(await runStages(deps, job, this.#takeHanded())));
      return true;
    } catch (error) {
      if (error instanceof StaleRun) return true;
      if (error instanceof SandboxBusy && (await this.#waitForTurn(job))) return false;
      return await this.#recordFailure(deps, job, error);
    } finally {
      attempt.isOver = true;
    }
  }

  #takeHanded(): AssetWithCollections | null {
    const handed = this.#handed;
    this.#handed = null;
    return handed;
  }

  /**
   * Schedules another attempt when the sandbox is overloaded. Load counts as a failure only after
   * `MAX_WAIT_MS`.
   * @returns whether the attempt does not count
   */
  async #waitForTurn(job: ProcessingJob): Promise<boolean> {
    const { storage } = this.ctx;
    const now = Date.now();
    const waitsSince = job.waitsSince ?? now;
    if (now - waitsSince > MAX_WAIT_MS) return false;
    saveJob(storage, { ...job, attempts: job.attempts - 1, waitsSince });
    const restMs = Math.min(MAX_TURN_AFTER_MS, TURN_AFTER_MS + (now - waitsSince) / WAITED_PER_ASK);
    await storage.setAlarm(now + restMs * (0.5 + Math.random()));
    return true;
  }

  async #recordFailure(deps: PipelineDependencies, job: ProcessingJob, error: unknown): Promise<boolean> {
    const detail = error instanceof Error ? error.message.slice(0, 500) : "unknown";
    const { assetId, operationId, attempts: attempt } = job;
    log("warn", "processing_failed", { assetId, operationId, attempt, ...faultFields(error) });
    if (error instanceof StageTimeout) await this.#countOverrun(deps);
    const reason = error instanceof ExtractionError ? error.reason : GAVE_UP;
    saveJob(this.ctx.storage, { ...job, lastError: detail, lastReason: reason });
    if (!isLastAttempt(RETRIES.pipeline, job.attempts, error)) return false;
    try {
      await this.#fail(deps, job, reason, detail);
      return true;
    } catch (failure) {
      return failure instanceof StaleRun;
    }
  }

  /** An error while the overrun is counted must not fail the attempt. */
  async #countOverrun({ db }: PipelineDependencies): Promise<void> {
    try {
      await withinDeadline(
        RECORDING,
        async () => await db.write([countOnDay(db, STAGE_DEADLINES, new Date())]),
      );
    } catch (error) {
      log("warn", "count_failed", faultFields(error));
    }
  }

  async #fail(deps: PipelineDependencies, job: ProcessingJob, reason: string, detail: string): Promise<void> {
    await withinDeadline(RECORDING, async () => {
      if (!job.refreshes) return await failAsset(deps.writer, job, reason, detail);
      this.#refreshes.end({ outcome: "failed", asset: await recordRefreshFailure(deps.writer, job, reason) });
    });
  }

  /**
   * @param attempt saves nothing once `isOver` is true, because the next attempt started from the saved state
   */
  #dependencies(job: ProcessingJob, attempt: { readonly isOver: boolean }): PipelineDependencies {
    const { env } = this;
    const config = configOf(env);
    const platform = platformOf(env);
    const { database, bucket, index, sandbox, hasSpace } = platform;
    const db = database();
    const by = {
      actorId: SERVICE_USER_ID,
      operation: "processAsset" as const,
      operationId: job.operationId,
      order: job.order,
    };
    const writer = (): ProgressWriter => ({
      db,
      now: new Date(),
      ...by,
      notify: async (ordered) => await notifyRooms(platform, ordered),
    });
    return {
      db,
      bucket,
      writer,
      index,
      sandbox,
      hasSpace,
      addresses: config.crawling
        ? {
            allowLoopback: config.crawlAllowLoopback,
            ownOrigins: ownOrigins(config),
            exceptions: config.outboundAllow,
          }
        : null,
      externalTypes: config.processorTypes,
      save: (changed) => {
        if (!attempt.isOver) saveJob(this.ctx.storage, changed);
      },
    };
  }
}

function ownOrigins({ publicBaseUrl }: Config): string[] {
  return publicBaseUrl === null ? [] : [publicBaseUrl];
}
