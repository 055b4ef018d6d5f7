import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readNumberOptions } from "../lib/read-numbers.ts";
import { showNumber } from "../lib/statistics.ts";
import { bareObjectSystem, type System, serviceSystem, wsSystem } from "./systems.ts";
import { measure } from "./measure.ts";
import { type Measured, showKeeping, showRooms } from "./show-rooms.ts";

const DEFAULTS = { sockets: [200, 1_000], rounds: [3], seconds: [3], "in-flight": [32], characters: [1_000] };

/**
 * Compares the fan-out of the service, of a bare Durable Object and of a plain Node server. They alternate,
 * so that other load affects all of them.
 */
export async function compareRooms(args: readonly string[]): Promise<void> {
  const options = readNumberOptions(args, DEFAULTS, "npm run bench -- rooms");
  const {
    sockets,
    rounds: [rounds = 0],
    seconds: [seconds = 0],
    "in-flight": [inFlight = 0],
    characters: [characters = 0],
  } = options;
  const stateFolder = await mkdtemp(join(tmpdir(), "knowledge-bench-"));
  const systems: System[] = [];
  try {
    systems.push(await serviceSystem(stateFolder, characters), await bareObjectSystem(), await wsSystem());
    const all: Measured[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // The first run has one subscriber per poster, so it measures almost only the intake of messages.
      for (const count of [inFlight, ...sockets]) {
        all.push(
          ...(await playRound(
            systems,
            round,
            { sockets: count, inFlight, seconds },
            all[0]?.frameBytes ?? 0,
          )),
        );
      }
    }
    process.stdout.write(
      `Messages of ${showNumber(characters)} characters, delivered as frames of ${showNumber(all[0]?.frameBytes ?? 0)} bytes; ` +
        `${inFlight} in flight; ${rounds} rounds of ${seconds} s; median (min–max) of the rounds\n\n` +
        `${showRooms(all, sockets)}\n${sockets.map((count) => showKeeping(all, count, inFlight)).join("")}`,
    );
  } finally {
    await Promise.all(systems.map(async ({ stop }) => await stop()));
    await rm(stateFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** The service runs first in the first round: the other systems then send frames of the same size. */
async function playRound(
  systems: readonly System[],
  round: number,
  task: { readonly sockets: number; readonly inFlight: number; readonly seconds: number },
  frameBytes: number,
): Promise<Measured[]> {
  const first = round % systems.length;
  const measured: Measured[] = [];
  for (const { name, room } of [...systems.slice(first), ...systems.slice(0, first)]) {
    process.stderr.write(`round ${round + 1}, ${task.sockets} sockets: ${name}\n`);
    const result = await measure({ ...task, ...(await room(frameBytes || (measured[0]?.frameBytes ?? 0))) });
    measured.push({ ...result, sockets: task.sockets, round, name });
  }
  return measured;
}
