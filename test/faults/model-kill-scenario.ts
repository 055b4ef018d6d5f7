import { setTimeout as pause } from "node:timers/promises";
import { createThread, postQuestion } from "../../scripts/demo/workspace.ts";
import { checkAssets, checkBulkTexts } from "./checks/assets.ts";
import { hasLoaded, modelProcessOf } from "./model-process.ts";
import { Random } from "./random.ts";
import type { FaultyService } from "./service.ts";
import type { Setup } from "./setup.ts";
import { StopFlag } from "./stop-flag.ts";
import { isAnswer, readThread } from "./stored-thread.ts";
import { storedVectors, type StoredVectors } from "./stored-vectors.ts";
import { Uploader } from "./uploader.ts";

const ASKERS = 2;
const MIN_DELAY_MS = 50;
const MAX_DELAY_MS = 4_000;
const POLL_MS = 25;
/** The other kills hit a process that has loaded its models, so that it works. */
const KILL_WHILE_LOADING_PROBABILITY = 0.1;
const KILLS_PER_REPORT = 10;
/** Users upload during the first fifth of the kills. */
const UPLOAD_PART = 5;
/** Without a new process for this long, or without a new vector, the service counts as stuck. */
const STUCK_AFTER_MS = 120_000;
const QUESTIONS = [
  "What does atomic commit mean for the changes in a transaction?",
  "How do I make ripgrep search hidden files and directories?",
  "Wer schlief zwischen dem Märzhasen und dem Hutmacher?",
  "What is the capital of Australia?",
];

export interface ModelKillOutcome {
  readonly violations: readonly string[];
  readonly kills: number;
  /** Kills while a question was being answered. */
  readonly killsDuringQuestions: number;
  readonly questions: number;
  /** Answers that say that the reader failed, so that words decided. */
  readonly answersByWords: number;
  readonly uploads: number;
  readonly vectors: StoredVectors;
}

/**
 * Kills the model process again and again while users ask and upload. Each question must get an answer, which
 * names the reader if the reader failed. Each passage must get its vectors once.
 */
export class ModelKillScenario {
  readonly #service: FaultyService;
  readonly #setup: Setup;
  readonly #kills: number;
  readonly #random: Random;
  readonly #flag = new StopFlag();
  /** Uploads stop early, so that the last kills hit the vectors of a fixed number of documents. */
  readonly #uploads = new StopFlag();
  readonly #violations: string[] = [];
  #asked = 0;
  #answersByWords = 0;
  #asking = 0;
  #killsDuringQuestions = 0;

  constructor(service: FaultyService, setup: Setup, { kills, seed }: { kills: number; seed: number }) {
    this.#service = service;
    this.#setup = setup;
    this.#kills = kills;
    this.#random = new Random(seed);
  }

  /** @param onProgress receives the numbers of kills and of answered questions */
  async run(onProgress: (kills: number, questions: number) => void): Promise<ModelKillOutcome> {
    const uploader = new Uploader(this.#setup, this.#random.fork(), this.#uploads);
    const uploading = uploader.run();
    const asking = Array.from({ length: ASKERS }, async () => await this.#ask());
    const kills = await this.#killAgainAndAgain(onProgress);
    this.#flag.isRunning = false;
    this.#uploads.isRunning = false;
    await Promise.all([uploading, ...asking]);
    const { api } = this.#setup.owner;
    const unread = [
      ...(await checkAssets(api, uploader.started)),
      ...(await checkBulkTexts(api, uploader.bulkTexts)),
    ];
    this.#violations.push(...uploader.faults, ...unread.map(({ where, what }) => `${where} ${what}`));
    this.#checkFailedReadings();
    const vectors = await this.#completeVectors();
    if (this.#killsDuringQuestions === 0) this.#violations.push("no kill happened during a question");
    return {
      violations: this.#violations,
      kills,
      killsDuringQuestions: this.#killsDuringQuestions,
      questions: this.#asked,
      answersByWords: this.#answersByWords,
      uploads: uploader.started.length + uploader.bulkTexts.size,
      vectors,
    };
  }

  async #killAgainAndAgain(onProgress: (kills: number, questions: number) => void): Promise<number> {
    for (let kill = 1; kill <= this.#kills; kill += 1) {
      await pause(this.#random.between(MIN_DELAY_MS, MAX_DELAY_MS));
      const pid = await this.#modelProcess(!this.#random.chance(KILL_WHILE_LOADING_PROBABILITY));
      if (pid === null) {
        this.#violations.push(`no model process runs after ${kill - 1} kills`);
        return kill - 1;
      }
      if (kill > this.#kills / UPLOAD_PART) this.#uploads.isRunning = false;
      if (this.#asking > 0) this.#killsDuringQuestions += 1;
      process.kill(pid, "SIGKILL");
      if (kill % KILLS_PER_REPORT === 0) onProgress(kill, this.#asked);
    }
    return this.#kills;
  }

  /** Waits for the process, which starts with the next job, and on request until it has loaded its models. */
  async #modelProcess(mustBeLoaded: boolean): Promise<number | null> {
    const service = this.#service.pid ?? 0;
    for (const deadline = Date.now() + STUCK_AFTER_MS; Date.now() < deadline; await pause(POLL_MS)) {
      const pid = modelProcessOf(service);
      if (pid !== null && (!mustBeLoaded || hasLoaded(service, pid))) return pid;
    }
    return null;
  }

  async #ask(): Promise<void> {
    const { api, workspace } = this.#setup.owner;
    const threadId = await createThread(api, workspace, this.#setup.homeId);
    for (let at = 0; this.#flag.isRunning; at += 1) {
      const question = QUESTIONS[at % QUESTIONS.length] ?? "";
      this.#asking += 1;
      await postQuestion(api, threadId, question);
      this.#asking -= 1;
      this.#asked += 1;
    }
    const { messages } = await readThread(api, threadId);
    const answers = messages.filter(isAnswer);
    const failed = answers.filter(
      ({ content, isComplete }) => !isComplete || content.startsWith("The service could not answer"),
    );
    if (answers.length !== messages.length / 2)
      this.#violations.push(`${messages.length} messages contain ${answers.length} answers`);
    for (const { content } of failed) this.#violations.push(`an answer failed: ${content}`);
    this.#answersByWords += answers.filter(({ passedOver }) => passedOver.length > 0).length;
  }

  /** An attempt that ended early may log a failure without an answer, so the counts need not be equal. */
  #checkFailedReadings(): void {
    const failures = this.#service.log.split('"reader_failed"').length - 1;
    if (this.#answersByWords > failures || (failures > 0 && this.#answersByWords === 0))
      this.#violations.push(
        `the reader failed ${failures} times, and ${this.#answersByWords} answers say so`,
      );
  }

  /** Waits until no vector is missing. Each vector must have one code. */
  async #completeVectors(): Promise<StoredVectors> {
    let found = storedVectors(this.#service.stateFolder);
    for (let movedAt = Date.now(); found.jobs > 0 && Date.now() - movedAt < STUCK_AFTER_MS;) {
      await pause(250);
      const next = storedVectors(this.#service.stateFolder);
      if (next.vectors > found.vectors || next.jobs < found.jobs) movedAt = Date.now();
      found = next;
    }
    if (found.jobs > 0) this.#violations.push(`${found.jobs} documents wait for vectors forever`);
    if (found.vectors === 0) this.#violations.push("no vector was stored");
    if (found.missing > 0)
      this.#violations.push(`${found.missing} of ${found.chunks} passages got no vectors`);
    if (found.miscounted > 0)
      this.#violations.push(`${found.miscounted} passages have more or fewer codes than vectors`);
    if (found.vectors !== found.live)
      this.#violations.push(`${found.vectors} vectors are stored, and ${found.live} have a code`);
    return found;
  }
}
