import { setTimeout as pause } from "node:timers/promises";
import { countInDatabase } from "../support/rows/d1-file.ts";
import { checkInvariants, type Findings } from "./invariants.ts";
import type { Violation } from "./checks/violation.ts";
import { GuestReader } from "./guest-reader.ts";
import { AnswerLog } from "./answer-editor.ts";
import { Journal } from "./journal.ts";
import { Load } from "./load.ts";
import { DraftReader } from "./draft-reader.ts";
import type { FaultOptions } from "./options.ts";
import { Random } from "./random.ts";
import { ClientReader, RawReader } from "./readers.ts";
import type { FaultyService } from "./service.ts";
import { drain } from "./drain.ts";
import type { Setup } from "./setup.ts";
import { StreamReader } from "./stream-reader.ts";
import { StopFlag } from "./stop-flag.ts";
import { Uploader } from "./uploader.ts";

/** The service is killed after up to this many acknowledgements and up to MAX_DELAY_MS more. */
const MAX_ACKNOWLEDGEMENTS = 60;
const MAX_DELAY_MS = 150;
/** Share of kills soon after a start, whatever the service has done by then. */
const EARLY_PROBABILITY = 0.2;
const MAX_EARLY_MS = 800;
const ACKNOWLEDGEMENT_TIMEOUT_MS = 60_000;
/** After this many rounds, and after the last, all writers pause until each question has an answer. */
const ROUNDS_PER_PAUSE = 5;
/**
 * Before such a pause the writers stop up to this long before the kill, so that no new message resumes
 * interrupted work.
 */
const MAX_SILENCE_MS = 200;
const RECONNECT_PROBABILITY = 0.3;

export interface Outcome extends Findings {
  readonly acknowledged: number;
  /** Campaigns sent, half of them in version 1. */
  readonly campaigns: number;
  /** Requested and acknowledged versions of answers. */
  readonly versions: number;
  /** Number of reconnects of streams, after a kill or on purpose. */
  readonly streamReconnects: number;
  /** Number of reconnects of guests, after a kill or on purpose. */
  readonly guestReconnects: number;
  /** Received draft frames, and drafts that ended without their answer. */
  readonly drafts: number;
  readonly voidedDrafts: number;
  /** Short texts that were announced in bulk. */
  readonly bulkTexts: number;
  /** Number of answers that the kills interrupted, over all rounds. */
  readonly interruptedAnswers: number;
  readonly interruptedFiles: number;
}

/** Kills the service repeatedly under load, and then checks the invariants. */
export class KillScenario {
  readonly #service: FaultyService;
  readonly #setup: Setup;
  readonly #rounds: number;
  readonly #withModels: boolean;
  readonly #random: Random;
  readonly #journal = new Journal();
  readonly #steady: readonly RawReader[];
  readonly #hopping: readonly RawReader[];
  readonly #byClient: readonly ClientReader[];
  readonly #streams: readonly StreamReader[];
  readonly #answers = new AnswerLog();
  readonly #drafts: readonly DraftReader[];
  readonly #guests: readonly GuestReader[];
  readonly #flag = new StopFlag();
  readonly #uploader: Uploader;
  #interruptedAnswers = 0;
  #interruptedFiles = 0;

  constructor(service: FaultyService, setup: Setup, { rounds, seed, models }: FaultOptions) {
    this.#service = service;
    this.#setup = setup;
    this.#rounds = rounds;
    this.#withModels = models;
    this.#random = new Random(seed);
    this.#uploader = new Uploader(setup, this.#random.fork(), this.#flag);
    const places = setup.threadIds.map((threadId) => ({
      origin: service.origin,
      token: setup.owner.api.token,
      threadId,
    }));
    this.#steady = places.map((place) => new RawReader("a steady reader", place));
    this.#hopping = places.map((place) => new RawReader("a hopping reader", place));
    this.#byClient = places.map((place) => new ClientReader("a reader with the client", place));
    this.#streams = places.map((place) => new StreamReader("a reader of a stream", place));
    this.#drafts = places.map((place) => new DraftReader(place));
    this.#guests = setup.guestLinks.map((place) => new GuestReader("a guest", place));
  }

  /** @param onRest receives the progress */
  async run(onRest: (round: number, acknowledged: number) => void): Promise<Outcome> {
    const uploading = this.#uploader.run();
    const stuck = await this.#killAgainAndAgain(onRest);
    this.#flag.isRunning = false;
    await uploading;
    const readers = [...this.#steady, ...this.#hopping, ...this.#byClient, ...this.#streams];
    const witnesses = {
      readers,
      answers: this.#answers,
      guests: this.#guests,
      drafts: this.#drafts,
      uploader: this.#uploader,
      withModels: this.#withModels,
    };
    const findings = await checkInvariants(this.#setup, this.#journal, witnesses);
    await Promise.all(
      [...readers, ...this.#guests, ...this.#drafts].map(async (reader) => await reader.stop()),
    );
    return {
      ...findings,
      violations: [...stuck, ...findings.violations, ...this.#idleness()],
      acknowledged: this.#journal.acknowledged(),
      campaigns: this.#journal.campaigns,
      guestReconnects: this.#guests.reduce((sum, { reconnects }) => sum + reconnects, 0),
      versions: this.#answers.acknowledged(),
      streamReconnects: this.#streams.reduce((sum, { reconnects }) => sum + Math.max(0, reconnects), 0),
      bulkTexts: this.#uploader.bulkTexts.size,
      drafts: this.#drafts.reduce((sum, { drafts }) => sum + drafts, 0),
      voidedDrafts: this.#drafts.reduce((sum, { voided }) => sum + voided, 0),
      interruptedAnswers: this.#interruptedAnswers,
      interruptedFiles: this.#interruptedFiles,
    };
  }

  /**
   * After the last kill.
   * @returns the work that did not continue by itself
   */
  async #killAgainAndAgain(onRest: (round: number, acknowledged: number) => void): Promise<Violation[]> {
    let load = this.#startLoad();
    for (let round = 1; round <= this.#rounds; round += 1) {
      this.#journal.round = round;
      const idle = await this.#loadedTime();
      if (idle.length > 0) return idle;
      const isRest = round % ROUNDS_PER_PAUSE === 0 || round === this.#rounds;
      if (isRest) {
        load.stop();
        await pause(this.#random.between(0, MAX_SILENCE_MS));
      }
      await this.#service.kill();
      this.#interruptedAnswers += countInDatabase(
        this.#service.stateFolder,
        "SELECT count(*) FROM messages WHERE state = 'pending'",
      );
      this.#interruptedFiles += countInDatabase(
        this.#service.stateFolder,
        "SELECT count(*) FROM assets WHERE lifecycle_state = 'processing'",
      );
      if (!isRest) {
        await this.#service.startQuickly();
        continue;
      }
      await load.ended();
      await this.#service.start();
      const stuck = await drain(this.#setup, round);
      if (stuck.length > 0) return stuck;
      onRest(round, this.#journal.acknowledged());
      if (round < this.#rounds) load = this.#startLoad();
    }
    return [];
  }

  /** A run whose kills interrupted nothing proves nothing. */
  #idleness(): Violation[] {
    const missing: string[] = [];
    if (this.#interruptedAnswers === 0) missing.push("no kill interrupted an answer");
    if (this.#withModels && this.#drafts.every(({ drafts }) => drafts === 0))
      missing.push("no draft was received");
    return missing.map((what) => ({ round: null, where: "this test", what }));
  }

  #startLoad(): Load {
    const since = new Map(
      this.#steady.map(({ transcript }) => [transcript.threadId, transcript.frames.length]),
    );
    return new Load({
      setup: this.#setup,
      journal: this.#journal,
      answers: this.#answers,
      random: this.#random,
      since,
      assetPool: this.#uploader.assetPool,
    });
  }

  /**
   * Meanwhile some readers lose their connection and reconnect.
   * @returns a violation if acknowledgements stop
   */
  async #loadedTime(): Promise<Violation[]> {
    const isEarly = this.#random.chance(EARLY_PROBABILITY);
    const acknowledgements = isEarly ? 0 : this.#random.between(1, MAX_ACKNOWLEDGEMENTS);
    const reconnectAt = this.#random.between(0, acknowledgements);
    for (let heard = 0; heard <= acknowledgements; heard += 1) {
      if (heard === reconnectAt) this.#reconnectSome();
      if (heard < acknowledgements && !(await this.#receivesAcknowledgement())) {
        const what = `nothing was acknowledged for ${ACKNOWLEDGEMENT_TIMEOUT_MS / 1_000} s`;
        return [{ round: this.#journal.round, where: "every thread", what }];
      }
    }
    await pause(this.#random.between(0, isEarly ? MAX_EARLY_MS : MAX_DELAY_MS));
    return [];
  }

  /** @returns false after a long time without one */
  async #receivesAcknowledgement(): Promise<boolean> {
    const isReceived = this.#journal.nextAcknowledgement().then(() => true);
    return await Promise.race([isReceived, pause(ACKNOWLEDGEMENT_TIMEOUT_MS, false, { ref: false })]);
  }

  #reconnectSome(): void {
    for (const reader of [...this.#hopping, ...this.#streams, ...this.#guests, ...this.#drafts])
      if (this.#random.chance(RECONNECT_PROBABILITY)) reader.reconnect();
  }
}
