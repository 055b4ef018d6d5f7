import { EmbedderError } from "../../models/embedder.ts";
import { ReaderError } from "../../models/reader.ts";
import { countParked } from "../../storage/d1/service/outbox.ts";
import type { Context } from "../context/context.ts";

/** Everybody may ask, so the stores and models answer at most once in this time. */
const KNOWN_FOR_MS = 5_000;
/** On a busy machine a model that works may take seconds. */
const TIMEOUT_MS = 10_000;
/** A check whose request ended early holds others up for no longer. */
const LONGEST_MS = TIMEOUT_MS + 1_000;
const POLL_MS = 50;
const QUESTION = "When did the harbor open?";
const PASSAGE = "The harbor opened in 1871.";

/** `off`: the settings turn the model off, it does not run here, or its provider charges for each request. */
export type CheckResult = "ok" | "failed" | "off";

export interface Readiness {
  readonly isReady: boolean;
  readonly checks: {
    readonly database: CheckResult;
    readonly bucket: CheckResult;
    readonly reader: CheckResult;
    readonly embedder: CheckResult;
  };
}

const OFF: CheckResult = "off";

let known: { readonly at: number; readonly readiness: Readiness } | null = null;
let checkingUntil = 0;

/**
 * Asks D1, the bucket, the reader and the built-in embedder. Callers at the same time wait for one check, because many
 * checks would delay the questions of people. A request cannot wait for another one's promise.
 */
export async function getReadiness(ctx: Context): Promise<Readiness> {
  for (;;) {
    if (known !== null && Math.abs(Date.now() - known.at) < KNOWN_FOR_MS) return known.readiness;
    if (Date.now() >= checkingUntil) break;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  checkingUntil = Date.now() + LONGEST_MS;
  try {
    const readiness = await checkAll(ctx);
    known = { at: Date.now(), readiness };
    return readiness;
  } finally {
    checkingUntil = 0;
  }
}

async function checkAll({ db, platform }: Context): Promise<Readiness> {
  const isLocal = (await platform.host()) !== null;
  const { current: embedder } = platform.embedders();
  const reader = isLocal ? platform.reader() : null;
  const [database, bucket, read, embedded] = await Promise.all([
    check(async () => await db.read({ parked: countParked(db, 1) })),
    check(async () => await platform.bucket.head("readiness")),
    reader === null ? OFF : check(async () => await reader.read(QUESTION, [PASSAGE], TIMEOUT_MS)),
    // A question, because passages wait for documents; a new one, because the service remembers their vectors.
    embedder?.isBuiltIn === true
      ? check(async () => await embedder.embed([`${QUESTION} ${Date.now()}`], "question", TIMEOUT_MS))
      : OFF,
  ]);
  const checks = { database, bucket, reader: read, embedder: embedded };
  return { isReady: Object.values(checks).every((result) => result !== "failed"), checks };
}

async function check(ask: () => Promise<unknown>): Promise<CheckResult> {
  try {
    await ask();
    return "ok";
  } catch (error) {
    return isBusy(error) ? "ok" : "failed";
  }
}

/** A model whose queue is full works. */
function isBusy(error: unknown): boolean {
  return (error instanceof ReaderError || error instanceof EmbedderError) && error.kind === "limited";
}
