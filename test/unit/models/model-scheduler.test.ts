import { describe, expect, test } from "vitest";
import { ModelsBusy, ModelScheduler } from "../../../scripts/lib/models/model-scheduler.ts";
import { ModelsUnavailable } from "../../../scripts/lib/models/model-supervisor.ts";
import type { Job, Result } from "../../../scripts/lib/models/process/messages.ts";

const READING = { span: null, margin: 0, probability: 0.5 };
const caller = (owner = "a") => ({ owner, deadline: Date.now() + 60_000 });

/**
 * A process that takes two texts per job. Records the jobs, and runs each when told.
 * @param maxJobs number of jobs after which no process runs
 */
function recordingProcess(maxJobs = Infinity) {
  const jobs: string[] = [];
  const run = async (job: Job): Promise<Result> => {
    if (jobs.length >= maxJobs) throw new ModelsUnavailable("No model process runs this job.");
    jobs.push(job.kind === "read" ? `read ${job.question} ${job.passage}` : `embed ${job.texts[0] ?? ""}`);
    await Promise.resolve();
    return job.kind === "read"
      ? { kind: "reading", ...READING }
      : { kind: "vectors", vectors: job.texts.slice(0, 2).map((text) => Int8Array.of(text.length)) };
  };
  return { jobs, scheduler: new ModelScheduler({ run }) };
}

describe("the scheduler of the model process", () => {
  test("a question waits for one batch of a document", async () => {
    const { jobs, scheduler } = recordingProcess();
    const document = scheduler.embed({ purpose: "passage", texts: ["1", "2", "3", "4", "5"] }, caller());
    const question = scheduler.embed({ purpose: "question", texts: ["why"] }, caller());
    const reading = scheduler.read({ question: "why", passages: ["p"] }, caller());
    await Promise.all([document, question, reading]);
    expect(jobs).toEqual(["embed 1", "embed why", "read why p", "embed 3", "embed 5"]);
  });

  test("vectors come in the order of the texts", async () => {
    const { scheduler } = recordingProcess();
    const texts = Array.from({ length: 32 }, (_, at) => "x".repeat(at));
    const vectors = await scheduler.embed({ purpose: "passage", texts }, caller());
    expect(vectors.map(([length]) => length)).toEqual(texts.map(({ length }) => length));
  });

  test("organizations take turns", async () => {
    const { jobs, scheduler } = recordingProcess();
    const embed = async (owner: string, ...texts: string[]) =>
      await scheduler.embed({ purpose: "passage", texts }, caller(owner));
    await Promise.all([
      embed("a", "a1", "a2", "a3", "a4"),
      embed("a", "a5", "a6"),
      embed("b", "b1", "b2", "b3"),
    ]);
    expect(jobs).toEqual(["embed a1", "embed b1", "embed a5", "embed b3", "embed a3"]);
  });

  test("a lone question reads all passages", async () => {
    const { jobs, scheduler } = recordingProcess();
    const passages = ["1", "2", "3", "4", "5"];
    expect(await scheduler.read({ question: "q", passages }, caller())).toEqual(passages.map(() => READING));
    expect(jobs).toHaveLength(5);
  });

  test("a question keeps its first readings if no process runs the others", async () => {
    const { scheduler } = recordingProcess(2);
    const passages = ["1", "2", "3"];
    expect(await scheduler.read({ question: "q", passages }, caller())).toEqual([READING, READING, null]);
    await expect(scheduler.read({ question: "q", passages }, caller())).rejects.toThrow(ModelsUnavailable);
  });

  test("questions at once read fewer passages each, the best first", async () => {
    const { jobs, scheduler } = recordingProcess();
    const passages = ["1", "2", "3", "4", "5"];
    const all = await Promise.all(
      Array.from(
        { length: 6 },
        async (_, at) => await scheduler.read({ question: `${at}`, passages }, caller()),
      ),
    );
    for (const readings of all) expect(readings[0]).toEqual(READING);
    expect(jobs.length).toBeLessThan(15);
    expect(all.flat().filter((reading) => reading !== null)).toHaveLength(jobs.length);
  });

  test("a question whose time is over before its first turn fails as busy", async () => {
    const { scheduler } = recordingProcess();
    const late = { owner: "a", deadline: Date.now() - 1 };
    const before = scheduler.embed({ purpose: "passage", texts: ["1", "2", "3", "4"] }, caller());
    await expect(scheduler.read({ question: "q", passages: ["1"] }, late)).rejects.toThrow(ModelsBusy);
    await before;
  });
});
