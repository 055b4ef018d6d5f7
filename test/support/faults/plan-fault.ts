import { vi } from "vitest";
import { testEnv } from "../setup/env.ts";
import { type Step, watchSteps } from "./room-steps.ts";

/** How a crash or deploy ends a room while it awaits a call. */
export type Crash =
  /** The room ends before its call goes out. Writes since its last await are lost. */
  | "at the call"
  /** The room's call never arrives. Earlier writes are kept. */
  | "before the call arrives"
  /** The platform carries out the room's call, but the room gets no response. */
  | "before the call returns"
  /** The room's call, a D1 batch, takes effect long after the crash. */
  | "with the call under way";

export type Fault =
  | Crash
  /** The platform evicts the room from memory, as it does with an idle room once no call is in progress. */
  | "evicted"
  /** The room stays alive, but a call to another service never returns, whether or not it was carried out. */
  | "hanging on a call that is lost"
  | "hanging on a call that is carried out";

/** Longer than a round trip and shorter than any timeout of the room. */
const STEP_MS = 3;

export interface FaultPlan {
  /** The step at which the fault happened, or null if it has not happened yet. */
  readonly happenedAt: () => string | null;
  /** The names of the steps so far at which the fault can happen. */
  readonly steps: readonly string[];
  /** The number of steps that later room instances took. */
  readonly stepsSince: () => number;
  /** Whether the room is at the step and waits for its eviction. */
  readonly awaitsEviction: () => boolean;
  /** Lets the room continue after the planned step. */
  readonly release: () => void;
  /** Delivers the call that was in progress at the crash, if it has not arrived yet. Ignores its failure. */
  readonly arrive: () => Promise<void>;
  /** Reads the thread without counting or disturbing the room's steps. */
  readonly undisturbed: <T>(look: () => Promise<T>) => Promise<T>;
  /** Stops watching the room's calls. */
  readonly end: () => void;
}

export interface Planned {
  /** Number of the step at which the fault happens, counted from 1 among the possible steps. */
  readonly nth: number;
  /** Name of the steps that count. Without a name, all steps count. */
  readonly name?: string;
  readonly fault: Fault;
  /** Duration of each step; 0 for its real duration. */
  readonly stepMs?: number;
  /**
   * The call in progress arrives before this step of later instances, counted from 1. Without it, `arrive`
   * delivers the call.
   */
  readonly arrivesAt?: number;
}

/** Plans one fault for a thread's room. Needs a faked clock, which advances at every step. */
export function planFault(
  threadId: string,
  { nth, name, fault, stepMs = STEP_MS, arrivesAt = 0 }: Planned,
): FaultPlan {
  const steps: string[] = [];
  let happenedAt: string | null = null;
  let stepsSince = 0;
  let isReleased = false;
  let isLookedAt = false;
  let underWay: D1PreparedStatement[] = [];
  const arrive = async (): Promise<void> => {
    const batch = underWay.splice(0);
    if (batch.length > 0) await testEnv.DB.batch(batch).catch(() => undefined);
  };
  const undisturbed = async <T>(look: () => Promise<T>): Promise<T> => {
    isLookedAt = true;
    try {
      return await look();
    } finally {
      isLookedAt = false;
    }
  };
  const end = watchSteps(threadId, async (step, proceed) => {
    if (isLookedAt) return proceed();
    if (stepMs > 0) vi.setSystemTime(Date.now() + stepMs);
    if (happenedAt !== null) {
      stepsSince += 1;
      return stepsSince === arrivesAt ? arrive().then(proceed) : proceed();
    }
    if (!isPossible(fault, step) || step.name !== (name ?? step.name)) return proceed();
    steps.push(step.name);
    if (steps.length !== nth) return proceed();
    happenedAt = step.name;
    if (fault === "with the call under way") underWay = batchOf(step);
    return fault === "evicted" ? waitUntil(() => isReleased).then(proceed) : happen(fault, step, proceed);
  });
  return {
    happenedAt: () => happenedAt,
    steps,
    stepsSince: () => stepsSince,
    awaitsEviction: () => fault === "evicted" && happenedAt !== null && !isReleased,
    release: () => {
      isReleased = true;
    },
    arrive,
    undisturbed,
    end,
  };
}

/** An abort drops unconfirmed storage writes and cuts off all work in the room. */
export async function happen(
  fault: Exclude<Fault, "evicted">,
  { room, name }: Step,
  proceed: () => Promise<unknown>,
): Promise<never> {
  if (fault === "before the call returns" || fault === "hanging on a call that is carried out")
    await proceed();
  if (fault === "before the call arrives" || fault === "with the call under way") await room.storage.sync();
  if (!isHanging(fault)) room.abort(`lost at ${name}`);
  return new Promise<never>(() => undefined);
}

/** The room's own storage never hangs, and writes made together are stored together. */
export function isPossible(fault: Fault, step: Step): boolean {
  if (fault === "before the call arrives" || isHanging(fault)) return !step.isStorage;
  if (fault !== "with the call under way") return true;
  return (
    step.name.endsWith("D1Database.batch") &&
    batchOf(step).some(({ statement }) => !/^\s*(SELECT|WITH)/i.test(statement))
  );
}

export function isHanging(fault: Fault): boolean {
  return fault.startsWith("hanging");
}

/** The statements of a batch with their SQL text, which the platform's types omit. */
export function batchOf({ args }: Step): (D1PreparedStatement & { readonly statement: string })[] {
  return [...(args[0] as ReturnType<typeof batchOf>)];
}

/**
 * Polls in the room's own context: a promise resolved by the test would resume the room in the test's
 * context.
 */
async function waitUntil(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1));
}
