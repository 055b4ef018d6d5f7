import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { StageTimeout } from "../../src/ingestion/stage-timeout.ts";
import { StageClock } from "../../src/ingestion/stage-clock.ts";

const DEADLINE = { ms: 1_000, name: "Reading the text" };

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const rest = async (ms: number): Promise<void> => await new Promise((resolve) => setTimeout(resolve, ms));

async function endOf(work: (clock: StageClock) => Promise<unknown>): Promise<unknown> {
  const clock = new StageClock();
  const end = clock.within(DEADLINE, async () => await work(clock)).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return await end;
}

test("a stage that exceeds its deadline rejects with a timeout", async () => {
  expect(await endOf(async () => await rest(1_001))).toEqual(new StageTimeout("Reading the text", 1_000));
});

test("a wait for a slot never counts toward the deadline of the stage", async () => {
  const end = await endOf(async (clock) => {
    for (let turn = 0; turn < 3; turn += 1) {
      await clock.pause(async () => await rest(200_000));
      await rest(300);
    }
    return "read";
  });
  expect(end).toBe("read");
});

test("the clock adds the times before and after a wait", async () => {
  const end = await endOf(async (clock) => {
    await rest(600);
    await clock.pause(async () => await rest(5_000));
    await rest(600);
  });
  expect(end).toBeInstanceOf(StageTimeout);
});

test("the clock resumes when the last of several overlapping waits ends", async () => {
  const end = await endOf(async (clock) => {
    await Promise.all([
      clock.pause(async () => await rest(2_000)),
      clock.pause(async () => await rest(4_000)),
    ]);
    await rest(900);
    return "read";
  });
  expect(end).toBe("read");
});

test("the clock resumes after a failed wait", async () => {
  const end = await endOf(async (clock) => {
    await clock.pause(async () => await Promise.reject(new Error("busy"))).catch(() => {});
    await rest(1_001);
  });
  expect(end).toBeInstanceOf(StageTimeout);
});
