import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createReader } from "../../src/models/create-reader.ts";
import { ReaderError } from "../../src/models/reader.ts";
import type { WorkersAi } from "../../src/models/run-workers-ai.ts";

const SCORED = { response: [{ id: 0, score: 0.9 }] };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A binding that gives these answers in order. Counts the calls. */
function bindingWith(...answers: readonly (Error | object)[]) {
  let calls = 0;
  const run: WorkersAi["run"] = async () => {
    const answer = answers[calls] ?? SCORED;
    calls += 1;
    return answer instanceof Error ? await Promise.reject(answer) : await Promise.resolve(answer);
  };
  return { ai: { run }, calls: () => calls };
}

/** "read", or the kind of the error. Each call makes its reader anew, as each turn does. */
async function outcomeOf(ai: WorkersAi): Promise<string> {
  const reader = createReader(true, { local: null, ai });
  const outcome: unknown = await reader?.read("When?", ["In May."], 1_000).catch((error: unknown) => error);
  return outcome instanceof ReaderError ? outcome.kind : "read";
}

test("after a failure, nobody calls Workers AI until the cool-down has passed", async () => {
  const { ai, calls } = bindingWith(new Error("3040: No more data centers to forward the request to"));
  expect(await outcomeOf(ai)).toBe("limited");
  expect(await outcomeOf(ai)).toBe("failed");
  expect(calls()).toBe(1);
  vi.advanceTimersByTime(5_000);
  expect(await outcomeOf(ai)).toBe("read");
  expect(calls()).toBe(2);
});

test("a response in a wrong form opens the circuit, a rejected text does not", async () => {
  const { ai, calls } = bindingWith(new Error("3006: Request is too large"), SCORED, {});
  expect(await outcomeOf(ai)).toBe("refused");
  expect(await outcomeOf(ai)).toBe("read");
  expect(await outcomeOf(ai)).toBe("misfit");
  expect(await outcomeOf(ai)).toBe("failed");
  expect(calls()).toBe(3);
});

test("another binding has a circuit of its own", async () => {
  expect(await outcomeOf(bindingWith(new Error("failed")).ai)).toBe("failed");
  expect(await outcomeOf(bindingWith().ai)).toBe("read");
});
