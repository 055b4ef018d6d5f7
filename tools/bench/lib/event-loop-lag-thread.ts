/**
 * Probes the runtime repeatedly from its own thread, so that other work of this process does not delay it.
 */
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import type { LagTask } from "./event-loop-lag.ts";
import { ServiceThreads } from "./service-threads.ts";

const PAUSE_MS = 1;
/** An invalid request: the runtime rejects it in its event loop without running any Worker code. */
const KNOCK = "knock\r\n\r\n";

const { socket, pid } = workerData as LagTask;
const threads = new ServiceThreads(pid);
let longest = 0;
let lap = 0;

async function knock(): Promise<void> {
  await new Promise<void>((resolve) => {
    const door = connect(socket);
    door.on("data", () => door.destroy()).on("error", () => door.destroy());
    door.on("close", () => resolve());
    door.write(KNOCK);
  });
}

async function knockForEver(): Promise<never> {
  for (;;) {
    const before = threads.cpuTimes().runtime;
    await knock();
    longest = Math.max(longest, threads.cpuTimes().runtime - before);
    for (; lap > 0; lap -= 1) {
      parentPort?.postMessage(longest);
      longest = 0;
    }
    await pause(PAUSE_MS);
  }
}

parentPort?.on("message", () => (lap += 1));
void knockForEver();
