import { createServer, type Socket } from "node:net";
import { log } from "../../../src/log.ts";
import { firstLine } from "../failure.ts";
import { pauseRuntimes } from "../stores/pause-runtimes.ts";

/** A backup opens its snapshots in some milliseconds. Whatever happens to it, the service goes on after this. */
const MAX_PAUSE_MS = 2_000;

/**
 * Lets backups pause the runtimes for a moment. Each connection to the socket is one pause: the service
 * answers `paused`, and goes on when the other side ends the connection, or after `MAX_PAUSE_MS`. Its last
 * line is `resumed` or `late`.
 */
export function servePauses(socketPath: string): void {
  let isPaused = false;
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("error", () => socket.destroy());
    if (isPaused) return void socket.end("busy\n");
    isPaused = true;
    pauseFor(socket, () => (isPaused = false));
  });
  server.on("error", (error) => log("warn", "pauses_not_served", { detail: firstLine(error) }));
  server.listen(socketPath);
  server.unref();
}

function pauseFor(socket: Socket, onEnd: () => void): void {
  let resume: (() => void) | null;
  try {
    resume = pauseRuntimes();
  } catch (error) {
    onEnd();
    log("warn", "pause_failed", { detail: firstLine(error) });
    return void socket.end("failed\n");
  }
  const end = (line: string): void => {
    if (resume === null) return;
    resume();
    resume = null;
    clearTimeout(timer);
    onEnd();
    socket.end(`${line}\n`);
  };
  const timer = setTimeout(() => end("late"), MAX_PAUSE_MS);
  socket.once("end", () => end("resumed")).once("close", () => end("resumed"));
  socket.resume();
  socket.write("paused\n");
}
