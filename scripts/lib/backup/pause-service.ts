import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { Failure } from "../failure.ts";
import { socketOf } from "../announce-sockets.ts";

export interface Paused<T> {
  readonly result: T;
  /** Time from the request of the pause until the service went on, in milliseconds. */
  readonly pausedMs: number;
}

/**
 * Runs synchronous work while the running service of a state folder is paused.
 * @returns the work's result, or null if the service did not pause until its end
 * @throws Failure if no service listens
 */
export async function pauseService<T>(stateFolder: string, work: () => T): Promise<Paused<T> | null> {
  const askedAt = performance.now();
  const socket = connect(socketOf(stateFolder, "pauses"));
  try {
    await connected(socket);
    const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
    const first = await lines.next();
    // A busy machine may not stop all threads in time.
    if (first.value !== "paused") return null;
    const result = work();
    socket.end();
    if ((await lines.next()).value !== "resumed") return null;
    return { result, pausedMs: Math.ceil(performance.now() - askedAt) };
  } finally {
    socket.destroy();
  }
}

async function connected(socket: Socket): Promise<void> {
  try {
    await once(socket, "connect");
  } catch {
    throw new Failure("The service has not started yet, or is an older version. Try again in a moment.");
  }
}
