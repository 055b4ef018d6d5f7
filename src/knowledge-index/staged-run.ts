import { ServiceError } from "../domain/errors.ts";
import type { ReplaceAssetInput, ReplaceAssetResult } from "./api.ts";
import { type IndexedAssetRow, findIndexedAssetRow, getAssetRow, isOlderRun } from "./asset-rows.ts";
import type { ChunkSlice } from "./chunk-slices.ts";
import { goLive } from "./go-live.ts";
import { emptySlice, findHidden, type HiddenRun, hideNew, hideOld, isStale, show, touch } from "./hidden-runs.ts";
import { arm, type IndexStore } from "./index-store.ts";
import { DocumentWords, indexedWords } from "./indexed-words.ts";
import { mergeSegments } from "./merge-segments.ts";
import { retitle } from "./retitling.ts";
import { otherSlot, slotOf } from "./slots.ts";
import { foldChunks, readWords, writeChunks, writeDocument } from "./write-chunks.ts";

const WORDS_READ_AT_ONCE = 100;

type Ended = ReplaceAssetResult | null;

/**
 * A run that is being staged. Its progress is stored in `hidden_run` and read again in each transaction. So a
 * call after a crash resumes, two calls for the same run cooperate, and a later run or a removal ends it.
 */
export class StagedRun {
  readonly #store: IndexStore;
  readonly #sql: SqlStorage;
  readonly #input: ReplaceAssetInput;
  readonly #placements: number;
  readonly #document = new DocumentWords();
  /** Number of chunks in `#document`. */
  #read = 0;
  /** Number of chunks read so far. */
  #total = 0;
  #slot: number | null = null;
  #title = "";

  constructor(store: IndexStore, input: ReplaceAssetInput, placements: number) {
    [this.#store, this.#input, this.#placements] = [store, input, placements];
    this.#sql = store.storage.sql;
  }

  /** @returns the result when the run has ended */
  async add({ chunks }: ChunkSlice): Promise<Ended> {
    const ended = this.#slot === null ? await this.#claim() : null;
    if (ended !== null || this.#slot === null) return ended;
    const slot = this.#slot;
    this.#total += chunks.length;
    const staged = findHidden(this.#sql, slot)?.chunks ?? 0;
    const folded = foldChunks(chunks.slice(Math.max(0, staged - (this.#total - chunks.length))));
    const first = folded[0]?.ordinal ?? this.#total;
    if (first === this.#read) {
      for (const { words } of folded) this.#document.add(words);
      this.#read += folded.length;
    }
    if (folded.length > 0) await this.#store.breathe();
    const lost = this.#write((_, hidden) => {
      if (first > hidden.chunks) throw takenOver();
      writeChunks(
        this.#sql,
        slot,
        indexedWords(this.#title),
        folded.filter(({ ordinal }) => ordinal >= hidden.chunks),
      );
      touch(this.#sql, slot, Math.max(hidden.chunks, this.#total), Date.now());
    });
    if (lost !== null || folded.length === 0) return await this.#afterSlice(lost);
    await this.#store.breathe();
    this.#store.storage.transactionSync(() => mergeSegments(this.#sql));
    return await this.#afterSlice(null);
  }

  /** Activates the run and hides the rows that it replaces. */
  async finish(): Promise<ReplaceAssetResult> {
    const slot = this.#slot ?? 0;
    while (this.#read < this.#total) {
      const words = readWords(this.#sql, slot, this.#read, Math.min(WORDS_READ_AT_ONCE, this.#total - this.#read));
      if (words.length === 0) throw takenOver();
      for (const chunk of words) this.#document.add(chunk);
      this.#read += words.length;
      await this.#store.breathe();
    }
    const words = this.#document.toString();
    await this.#store.breathe();
    const lost = this.#write(() => writeDocument(this.#sql, slot, indexedWords(this.#title), words));
    await this.#store.breathe();
    if (lost !== null) return lost;
    const result = this.#write((asset, hidden) => this.#goLive(asset, hidden));
    await arm(this.#store);
    return result ?? { outcome: "replaced", chunks: this.#total };
  }

  /** Marks the staged rows for deletion. */
  async drop(): Promise<void> {
    if (this.#slot === null) return;
    this.#store.storage.transactionSync(() => {
      const hidden = findHidden(this.#sql, this.#slot ?? 0);
      if (hidden !== null && this.#isOurs(hidden)) hideOld(this.#sql, hidden.slot, hidden.chunks);
    });
    await arm(this.#store);
  }

  /** Claims the asset's other slot once the rows of an earlier run are deleted. */
  async #claim(): Promise<Ended> {
    const { storage, breathe } = this.#store;
    for (;;) {
      const claimed = storage.transactionSync(() => this.#tryClaim());
      if (claimed !== "busy") {
        await arm(this.#store);
        return claimed;
      }
      await breathe();
    }
  }

  #tryClaim(): Ended | "busy" {
    const { assetId, run, version, displayName } = this.#input;
    const asset = getAssetRow(this.#sql, assetId, displayName);
    if (isOlderRun(asset, run)) return { outcome: "older_run", chunks: asset.chunks };
    const slot = otherSlot(asset);
    const hidden = findHidden(this.#sql, slot);
    if (hidden !== null && !this.#isOurs(hidden)) {
      if (!isStale(hidden) && hidden.run > run) return { outcome: "older_run", chunks: asset.chunks };
      hideOld(this.#sql, slot, hidden.chunks);
      emptySlice(this.#sql, hidden);
      mergeSegments(this.#sql);
      return "busy";
    }
    if (hidden === null) hideNew(this.#sql, { slot, run, version, title: displayName }, Date.now());
    this.#slot = slot;
    this.#title = hidden?.title ?? displayName;
    return null;
  }

  /**
   * Runs a change in a transaction if the run still owns its slot. @returns the result when another call has
   * ended the run @throws ServiceError `aborted`
   */
  #write(change: (asset: IndexedAssetRow, hidden: HiddenRun) => void): Ended {
    const { assetId, run, version } = this.#input;
    return this.#store.storage.transactionSync((): Ended => {
      const slot = this.#slot ?? 0;
      const [asset, hidden] = [findIndexedAssetRow(this.#sql, assetId), findHidden(this.#sql, slot)];
      if (asset === null) throw takenOver();
      const isHeld = slot === otherSlot(asset) && hidden !== null && this.#isOurs(hidden);
      if (isOlderRun(asset, run)) {
        if (isHeld) hideOld(this.#sql, slot, hidden.chunks);
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

  #goLive(asset: IndexedAssetRow, hidden: HiddenRun): void {
    if (hidden.chunks !== this.#total) throw takenOver();
    show(this.#sql, hidden.slot);
    if (asset.chunks > 0) hideOld(this.#sql, slotOf(asset), asset.chunks);
    const live = { input: this.#input, placements: this.#placements, slot: hidden.slot, chunks: this.#total };
    const displayName = goLive(this.#sql, asset, live);
    if (displayName !== hidden.title) retitle(this.#sql, { row: asset.row, chunks: this.#total });
  }

  #isOurs(hidden: HiddenRun): boolean {
    return !isStale(hidden) && hidden.run === this.#input.run && hidden.version === this.#input.version;
  }

  async #afterSlice(ended: Ended): Promise<Ended> {
    if (ended !== null) await arm(this.#store);
    await this.#store.breathe();
    return ended;
  }
}

function takenOver(): ServiceError {
  return new ServiceError("aborted", "Another run emptied or replaced the asset's rows during indexing.");
}
