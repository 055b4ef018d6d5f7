import { describe, expect, test, vi } from "vitest";
import { ModelSupervisor, ModelsUnavailable } from "../../../scripts/lib/models/model-supervisor.ts";
import { type ModelProcess, ProcessEnded } from "../../../scripts/lib/models/model-process.ts";
import type { Job, Result } from "../../../scripts/lib/models/process/messages.ts";

const MODELS = { encoder: true, reader: true };
const JOB: Job = { kind: "read", question: "q", passage: "p" };
const READING: Result = { kind: "reading", span: null, margin: 0, probability: 0.5 };
const MIB = 1024 * 1024;

/** Processes that end during their first jobs, and grow with each job. */
function processes({ endings = 0, growthBytes = 0, failedStarts = 0 }) {
  const started: { isAlive: boolean; isRetired: boolean }[] = [];
  let attempts = 0;
  let left = endings;
  const start = async (): Promise<ModelProcess> => {
    await Promise.resolve();
    attempts += 1;
    if (attempts <= failedStarts) throw new Error("not yet");
    const process = {
      isAlive: true,
      isRetired: false,
      residentBytes: 200 * MIB,
      ended: new Promise<void>(() => {}),
      run: async (): Promise<Result> => {
        await Promise.resolve();
        process.residentBytes += growthBytes;
        if (left === 0) return READING;
        left -= 1;
        process.isAlive = false;
        throw new ProcessEnded("ended");
      },
      retire: () => {
        process.isRetired = true;
      },
      kill: () => {
        process.isAlive = false;
      },
    };
    started.push(process);
    return process as unknown as ModelProcess;
  };
  return { started, attempts: () => attempts, supervisor: new ModelSupervisor(MODELS, start) };
}

describe("the supervisor of the model process", () => {
  test("a job whose process ends runs again in a new process", async () => {
    const { started, supervisor } = processes({ endings: 2 });
    expect(await supervisor.run(JOB)).toEqual(READING);
    expect(started).toHaveLength(3);
  });

  test("a job that ends three processes fails, and the next job gets a new process", async () => {
    const { supervisor } = processes({ endings: 3 });
    await expect(supervisor.run(JOB)).rejects.toThrow(ModelsUnavailable);
    expect(await supervisor.run(JOB)).toEqual(READING);
  });

  test("a job waits for the third start", async () => {
    const { supervisor } = processes({ failedStarts: 2 });
    expect(await supervisor.run(JOB)).toEqual(READING);
  });

  test("after three failed starts, jobs fail at once", async () => {
    const { attempts, supervisor } = processes({ failedStarts: Infinity });
    await expect(supervisor.run(JOB)).rejects.toThrow(ModelsUnavailable);
    await expect(supervisor.run(JOB)).rejects.toThrow(ModelsUnavailable);
    expect(attempts()).toBe(3);
  });

  test("after a pause, the supervisor tries again without a job", async () => {
    vi.useFakeTimers();
    try {
      const { supervisor } = processes({ failedStarts: 3 });
      await expect(supervisor.run(JOB)).rejects.toThrow(ModelsUnavailable);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(supervisor.usage().starts).toBe(1);
      expect(await supervisor.run(JOB)).toEqual(READING);
    } finally {
      vi.useRealTimers();
    }
  });

  test("a process that grows works until its successor is ready", async () => {
    const { started, supervisor } = processes({ growthBytes: 90 * MIB });
    for (let job = 0; job < 3; job += 1) expect(await supervisor.run(JOB)).toEqual(READING);
    await vi.waitUntil(() => started[0]?.isRetired);
    expect(started.map(({ isRetired }) => isRetired)).toEqual([true, false]);
    expect(supervisor.usage().starts).toBe(2);
  });

  test("a stopped supervisor ends its process and starts no other", async () => {
    const { started, supervisor } = processes({});
    await supervisor.run(JOB);
    supervisor.stop();
    await expect(supervisor.run(JOB)).rejects.toThrow(ModelsUnavailable);
    expect(started.map(({ isAlive }) => isAlive)).toEqual([false]);
  });
});
