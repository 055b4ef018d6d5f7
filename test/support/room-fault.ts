import { vi } from "vitest";
import { testEnv } from "./env.ts";
import { type Step, watchSteps } from "./room-steps.ts";

/** How a room is cut off, as a crash or a deploy does it, while it waits for something. */
export type Crash =
  /** Before its call goes out, and with what it wrote since it waited last. */
  | "at the call"
  /** Its call never arrives; what it wrote before is kept. */
  | "before the call arrives"
  /** Its call is carried out, and the room never hears of it. */
  | "before the call returns"
  /** Its call is under way, and is carried out long after: a batch that changes D1. */
  | "with the call under way";

export type Fault =
  | Crash
  /** Taken out of memory, as the platform does with a room that it needs no longer: as soon as nothing is under way. */
  | "evicted"
  /** The room stays, and a call to another place never comes back: it never arrived, or it was carried out. */
  | "hanging on a call that is lost"
  | "hanging on a call that is carried out";

/** Longer than a trip takes; shorter than anything that the room waits for. */
const STEP_MS = 3;

export interface FaultPlan {
  /** The step that it happened at; null: it has not got there. */
  readonly happenedAt: () => string | null;
  /** The names of the steps up to there, of those at which it can happen. */
  readonly steps: readonly string[];
  /** How many steps the rooms took that came after. */
  readonly stepsSince: () => number;
  /** Whether the room stands at the step and waits for its eviction to be ordered. */
  readonly awaitsEviction: () => boolean;
  /** Lets it go on. */
  readonly release: () => void;
  /** What was under way when the room was lost arrives now, if it has not yet; whether it fails is nobody's business. */
  readonly arrive: () => Promise<void>;
  /** Looks at the thread meanwhile: the room's steps for those who look neither count nor are disturbed. */
  readonly undisturbed: <T>(look: () => Promise<T>) => Promise<T>;
  /** Nothing is watched any more. */
  readonly end: () => void;
}

export interface Planned {
  /** The step that it happens at, counted from 1 among those at which it can. */
  readonly nth: number;
  /** Only steps of this name count; without it all do. */
  readonly name?: string;
  readonly fault: Fault;
  /** How long each step takes; 0: as long as it does, by the real clock. */
  readonly stepMs?: number;
  /** What was under way arrives before this step of the rooms that come after, counted from 1; without it, when `arrive` is called. */
  readonly arrivesAt?: number;
}

/** Plans one fault for a thread's room. The clock is to be faked, and moves on at every step. */
export function planFault(threadId: string, { nth, name, fault, stepMs = STEP_MS, arrivesAt = 0 }: Planned): FaultPlan {
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

/** An abort drops what the storage has not confirmed and cuts off everything in the room. */
export async function happen(fault: Exclude<Fault, "evicted">, { room, name }: Step, proceed: () => Promise<unknown>): Promise<never> {
  if (fault === "before the call returns" || fault === "hanging on a call that is carried out") await proceed();
  if (fault === "before the call arrives" || fault === "with the call under way") await room.storage.sync();
  if (!isHanging(fault)) room.abort(`lost at ${name}`);
  return new Promise<never>(() => undefined);
}

/** The room's own storage neither hangs nor lets a write go without those that were made with it. */
export function isPossible(fault: Fault, step: Step): boolean {
  if (fault === "before the call arrives" || isHanging(fault)) return !step.isStorage;
  if (fault !== "with the call under way") return true;
  return step.name.endsWith("D1Database.batch") && batchOf(step).some(({ statement }) => !/^\s*(SELECT|WITH)/i.test(statement));
}

export function isHanging(fault: Fault): boolean {
  return fault.startsWith("hanging");
}

/** The statements of a batch; their text is there, although the platform's types do not tell. */
export function batchOf({ args }: Step): (D1PreparedStatement & { readonly statement: string })[] {
  return [...(args[0] as ReturnType<typeof batchOf>)];
}

/** Polls in the room's own context: a promise that the test resolves would have the room go on in the test's. */
async function waitUntil(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1));
}
