import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Failure } from "../../../scripts/lib/failure.ts";
import { endWithThisProcess } from "../../../scripts/lib/runtime-guard.ts";
import type { CrowdResult, CrowdTask } from "./task.ts";

/** Runs a crowd in its own process. @throws Failure with its error */
export async function measure(task: CrowdTask): Promise<CrowdResult> {
  const crowd = fork(join(import.meta.dirname, "crowd.ts"));
  endWithThisProcess(crowd);
  const ended = once(crowd, "exit");
  const answer = once(crowd, "message") as Promise<[{ result?: CrowdResult; error?: string }]>;
  crowd.send(task);
  const [told] = await Promise.race([
    answer,
    ended.then(([status]) => [{ error: `it ended with status ${String(status)}` }] as const),
  ]);
  crowd.kill();
  await ended;
  if (!("result" in told) || told.result === undefined)
    throw new Failure(`The crowd at ${task.url}: ${told.error ?? "no answer"}`);
  return told.result;
}
