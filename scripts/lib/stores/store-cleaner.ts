import { log } from "../../../src/log.ts";
import { firstLine } from "../failure.ts";
import { cleanFile, isBusy, StoreInUse } from "./clean-file.ts";
import { type CleaningNote, readNote, writeNote } from "./cleaning-note.ts";
import { pauseRuntimesDuring } from "./pause-runtimes.ts";
import { findStoreFile, type StoreFile, storeFiles } from "./store-files.ts";
import { isInTransaction, canReadWalLocks } from "./wal-locks.ts";

/** Deletions often come in groups. One clean-up serves all of them. */
const AFTER_MS = 1_000;
/** Delay before a busy file is retried. */
const AGAIN_MS = 250;
/**
 * The next start cleans larger files. The service pauses while a file is rewritten: 15 to 75 ms per MiB,
 * measured on a busy machine.
 */
export const MAX_LIVE_BYTES = 8 * 1024 * 1024;
/** Maximum number of tries for a busy file. */
const MAX_TRIES = 100;
/** After a pause the service runs this many times as long. */
const REST = 4;

interface Round {
  readonly begunAt: number;
  /** Paths of files changed since their last clean-up. */
  readonly due: readonly string[];
  readonly tries: number;
  /** Number of files that are too large or could not be rewritten. */
  readonly left: number;
}

/**
 * Cleans the databases of a state folder after permanent deletions. The runtime refuses `VACUUM` and `PRAGMA
 * secure_delete`, so this process rewrites the files. It rewrites all changed files before the service
 * starts. Later it rewrites one at a time, while the runtime is paused between two transactions.
 */
export class StoreCleaner {
  readonly #stateFolder: string;
  readonly #storage: string;
  #note: CleaningNote;
  /** The modification time of each file after its clean-up. */
  readonly #cleaned = new Map<string, number>();
  #isWorking = false;

  constructor(stateFolder: string, storage: string) {
    this.#stateFolder = stateFolder;
    this.#storage = storage;
    this.#note = readNote(stateFolder);
  }

  /** Start of the last clean-up that reached every file; null before the first. */
  cleanedAt(): Date | null {
    const { cleanedAt } = this.#note;
    return cleanedAt === 0 ? null : new Date(cleanedAt);
  }

  /** Call it before a runtime opens the files. */
  cleanAll(): void {
    const { requestedAt, cleanedAt } = this.#note;
    if (cleanedAt > requestedAt) return;
    const begunAt = Date.now();
    const outcomes = storeFiles(this.#storage).map((file) => this.#clean(file, cleanFile));
    if (outcomes.every((outcome) => outcome === "cleaned")) this.#finish(begunAt);
  }

  /** Requests a clean-up after a permanent deletion. Returns immediately. */
  request(): void {
    this.#keep({ ...this.#note, requestedAt: Date.now() });
    if (!this.#isWorking && canReadWalLocks()) this.#begin();
  }

  #begin(): void {
    this.#isWorking = true;
    setTimeout(() => {
      const due = storeFiles(this.#storage).filter((file) => this.#cleaned.get(file.path) !== file.writtenAt);
      this.#work({ begunAt: Date.now(), due: due.map(({ path }) => path), tries: MAX_TRIES, left: 0 });
    }, AFTER_MS).unref();
  }

  /** One file after the other. Later writes to a cleaned file contain no earlier deletion. */
  #work(round: Round): void {
    const file = findStoreFile(round.due[0] ?? "");
    if (round.due.length === 0 || round.tries === 0) return this.#end(round);
    const [, ...others] = round.due;
    if (file === null) return this.#work({ ...round, due: others });
    if (file.bytes > MAX_LIVE_BYTES) return this.#work({ ...round, due: others, left: round.left + 1 });
    const pausedAt = Date.now();
    const outcome = this.#clean(file, cleanPaused);
    const isBusy = outcome === "busy";
    const left = round.left + (outcome === "failed" ? 1 : 0);
    const next = isBusy
      ? { ...round, due: [...others, file.path], tries: round.tries - 1 }
      : { ...round, due: others, left };
    setTimeout(() => this.#work(next), isBusy ? AGAIN_MS : REST * (Date.now() - pausedAt)).unref();
  }

  #end({ begunAt, due, left: given }: Round): void {
    this.#isWorking = false;
    const left = due.length + given;
    if (left > 0)
      return log("warn", "stores_not_cleaned", {
        files: left,
        detail: "They are cleaned at the next start.",
      });
    this.#finish(begunAt);
    if (this.#note.requestedAt >= begunAt) this.#begin();
  }

  #clean(
    { path }: StoreFile,
    clean: (path: string, onDone: () => void) => void,
  ): "cleaned" | "busy" | "failed" {
    try {
      clean(path, () => this.#cleaned.set(path, findStoreFile(path)?.writtenAt ?? 0));
      return "cleaned";
    } catch (error) {
      if (isBusy(error)) return "busy";
      log("warn", "store_not_cleaned", { detail: firstLine(error) });
      return "failed";
    }
  }

  #finish(begunAt: number): void {
    this.#keep({ ...this.#note, cleanedAt: begunAt });
  }

  #keep(note: CleaningNote): void {
    this.#note = note;
    try {
      writeNote(this.#stateFolder, note);
    } catch (error) {
      // A full disk does not stop the service. Without a note the next start cleans.
      log("warn", "cleaning_note_failed", { detail: firstLine(error) });
    }
  }
}

/**
 * @param onDone runs before the runtime continues
 * @throws Error if the runtime is in a transaction, which would fail
 */
function cleanPaused(file: string, onDone: () => void): void {
  pauseRuntimesDuring(() => {
    if (isInTransaction(file)) throw new StoreInUse();
    cleanFile(file, onDone);
  });
}
