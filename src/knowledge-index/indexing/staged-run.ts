import { ServiceError } from "../../domain/errors.ts";
import type { ReplaceAssetInput, ReplaceAssetResult } from "../api.ts";
import { type IndexedAssetRow, findIndexedAssetRow, getAssetRow, isOlderRun } from "../asset-rows.ts";
import type { ChunkSlice } from "./chunk-slices.ts";
import { activateRun } from "./activate-run.ts";
import {
  deleteSlotSlice,
  findInactiveSlot,
  type InactiveSlot,
  stageSlot,
  tombstoneSlot,
  isStale,
  releaseInactiveSlot,
  recordSlotProgress,
} from "./inactive-slots.ts";
import { scheduleAlarm, type IndexStore } from "../index-store.ts";
import { DocumentWords, analyzeText } from "./analyze-text.ts";
import { mergeSegments } from "../merge-segments.ts";
import { updateTitle } from "./title-updates.ts";
import { otherSlot, slotOf } from "../slots.ts";
import { normalizeChunks, readStagedWords, writeChunks, writeDocument } from "./write-chunks.ts";

const WORDS_READ_AT_ONCE = 100;

type Ended = ReplaceAssetResult | null;

/**
 * A run that is being staged. Each transaction reads the progress in `inactive_slot` again. So a call after a
 * crash resumes the run, and two calls for the same run cooperate. A later run or a removal ends the staged
 * run.
 */
export class StagedRun {
  readonly #store: IndexStore;
  readonly #sql: SqlStorage;
  readonly #input: ReplaceAssetInput;
  readonly #membershipUpdates: number;
  readonly #document = new DocumentWords();
  /** Number of chunks in `#document`. */
  #read = 0;
  /** Number of chunks read so far. */
  #total = 0;
  #slot: number | null = null;
  #title = "";

  constructor(store: IndexStore, input: ReplaceAssetInput, membershipUpdates: number) {
    [this.#store, this.#input, this.#membershipUpdates] = [store, input, membershipUpdates];
    this.#sql = store.storage.sql;
  }

  /** @returns the result when the run has ended */
  async add({ chunks }: ChunkSlice): Promise<Ended> {
    const ended = this.#slot === null ? await this.#claim() : null;
    if (ended !== null || this.#slot === null) return ended;
    const slot = this.#slot;
    this.#total += chunks.length;
    const staged = findInactiveSlot(this.#sql, slot)?.chunks ?? 0;
    const folded = normalizeChunks(chunks.slice(Math.max(0, staged - (this.#total - chunks.length))));
    const first = folded[0]?.ordinal ?? this.#total;
    if (first === this.#read) {
      for (const { words } of folded) this.#document.add(words);
      this.#read += folded.length;
    }
    if (folded.length > 0) await this.#store.yieldToEventLoop();
    const lost = this.#write((_, hidden) => {
      if (first > hidden.chunks) throw takenOver();
      writeChunks(
        this.#sql,
        slot,
        analyzeText(this.#title),
        folded.filter(({ ordinal }) => ordinal >= hidden.chunks),
      );
      recordSlotProgress(this.#sql, slot, Math.max(hidden.chunks, this.#total), Date.now());
    });
    if (lost !== null || folded.length === 0) return await this.#afterSlice(lost);
    await this.#store.yieldToEventLoop();
    this.#store.storage.transactionSync(() => mergeSegments(this.#sql));
    return await this.#afterSlice(null);
  }

  /** Activates the run and hides the rows that it replaces. */
  async finish(): Promise<ReplaceAssetResult> {
    const slot = this.#slot ?? 0;
    while (this.#read < this.#total) {
      const words = readStagedWords(
        this.#sql,
        slot,
        this.#read,
        Math.min(WORDS_READ_AT_ONCE, this.#total - this.#read),
      );
      if (words.length === 0) throw takenOver();
      for (const chunk of words) this.#document.add(chunk);
      this.#read += words.length;
      await this.#store.yieldToEventLoop();
    }
    const words = this.#document.toString();
    await this.#store.yieldToEventLoop();
    const lost = this.#write(() => writeDocument(this.#sql, slot, analyzeText(this.#title), words));
    await this.#store.yieldToEventLoop();
    if (lost !== null) return lost;
    const result = this.#write((asset, hidden) => this.#goLive(asset, hidden));
    await scheduleAlarm(this.#store);
    return result ?? { outcome: "replaced", chunks: this.#total };
  }

  /** Marks the staged rows for deletion. */
  async drop(): Promise<void> {
    if (this.#slot === null) return;
    this.#store.storage.transactionSync(() => {
      const hidden = findInactiveSlot(this.#sql, this.#slot ?? 0);
      if (hidden !== null && this.#isOurs(hidden)) tombstoneSlot(this.#sql, hidden.slot, hidden.chunks);
    });
    await scheduleAlarm(this.#store);
  }

  /** Claims the asset's other slot after deleting the rows of an earlier run from it. */
  async #claim(): Promise<Ended> {
    const { storage, yieldToEventLoop } = this.#store;
    for (;;) {
      const claimed = storage.transactionSync(() => this.#tryClaim());
      if (claimed !== "busy") {
        await scheduleAlarm(this.#store);
        return claimed;
      }
      await yieldToEventLoop();
    }
  }

  #tryClaim(): Ended | "busy" {
    const { assetId, run, version, displayName } = this.#input;
    const asset = getAssetRow(this.#sql, assetId, displayName);
    if (isOlderRun(asset, run)) return { outcome: "older_run", chunks: asset.chunks };
    const slot = otherSlot(asset);
    const hidden = findInactiveSlot(this.#sql, slot);
    if (hidden !== null && !this.#isOurs(hidden)) {
      if (!isStale(hidden) && hidden.run > run) return { outcome: "older_run", chunks: asset.chunks };
      tombstoneSlot(this.#sql, slot, hidden.chunks);
      deleteSlotSlice(this.#sql, hidden);
      mergeSegments(this.#sql);
      return "busy";
    }
    if (hidden === null) stageSlot(this.#sql, { slot, run, version, title: displayName }, Date.now());
    this.#slot = slot;
    this.#title = hidden?.title ?? displayName;
    return null;
  }

  /**
   * Runs a change in a transaction if the run still owns its slot.
   * @returns the result when another call has ended the run
   * @throws ServiceError `aborted`
   */
  #write(change: (asset: IndexedAssetRow, hidden: InactiveSlot) => void): Ended {
    const { assetId, run, version } = this.#input;
    return this.#store.storage.transactionSync((): Ended => {
      const slot = this.#slot ?? 0;
      const [asset, hidden] = [findIndexedAssetRow(this.#sql, assetId), findInactiveSlot(this.#sql, slot)];
      if (asset === null) throw takenOver();
      const isHeld = slot === otherSlot(asset) && hidden !== null && this.#isOurs(hidden);
      if (isOlderRun(asset, run)) {
        if (isHeld) tombstoneSlot(this.#sql, slot, hidden.chunks);
        return { outcome: "older_run", chunks: asset.chunks };
      }
      if (isHeld) change(asset, hidden);
      else if (hidden !== null && slot === otherSlot(asset) && !isStale(hidden) && hidden.run > run) {
        return { outcome: "older_run", chunks: asset.chunks };
      } else if (asset.run === run && asset.version === version && slotOf(asset) === slot) {
        return { outcome: "replaced", chunks: asset.chunks };
      } else throw takenOver();
      return null;
    });
  }

  #goLive(asset: IndexedAssetRow, hidden: InactiveSlot): void {
    if (hidden.chunks !== this.#total) throw takenOver();
    releaseInactiveSlot(this.#sql, hidden.slot);
    if (asset.chunks > 0) tombstoneSlot(this.#sql, slotOf(asset), asset.chunks);
    const live = {
      input: this.#input,
      membershipUpdates: this.#membershipUpdates,
      slot: hidden.slot,
      chunks: this.#total,
    };
    const displayName = activateRun(this.#sql, asset, live);
    if (displayName !== hidden.title) updateTitle(this.#sql, { row: asset.row, chunks: this.#total });
  }

  #isOurs(hidden: InactiveSlot): boolean {
    return !isStale(hidden) && hidden.run === this.#input.run && hidden.version === this.#input.version;
  }

  async #afterSlice(ended: Ended): Promise<Ended> {
    if (ended !== null) await scheduleAlarm(this.#store);
    await this.#store.yieldToEventLoop();
    return ended;
  }
}

function takenOver(): ServiceError {
  return new ServiceError("aborted", "Another run emptied or replaced the asset's rows during indexing.");
}
