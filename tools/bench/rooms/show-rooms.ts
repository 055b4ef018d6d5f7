import { showNumber, showSpread, showTable, spreadOf } from "../lib/statistics.ts";
import type { CrowdResult } from "./task.ts";

/** The result of one system in one round. */
export interface Measured extends CrowdResult {
  readonly sockets: number;
  readonly round: number;
  readonly name: string;
}

const HEAD = ["sockets  system", "deliveries/s", "of the bare object", "p50 ms", "p99 ms", "messages/s"];

/** Prints a line for each system and number of sockets. Ratios compare systems of one round. */
export function showRooms(all: readonly Measured[], sockets: readonly number[]): string {
  return showTable([
    HEAD,
    ...sockets.flatMap((count) => linesOf(all.filter((measured) => measured.sockets === count))),
  ]);
}

function linesOf(here: readonly Measured[]): string[][] {
  const bareRates = new Map(
    here.filter(({ name }) => name === "bare object").map((bare) => [bare.round, rateOf(bare)]),
  );
  return [...new Set(here.map(({ name }) => name))].toSorted().map((name) => {
    const rounds = here.filter((measured) => measured.name === name);
    const spread = (of: (measured: Measured) => number): ReturnType<typeof spreadOf> =>
      spreadOf(rounds.map(of));
    return [
      `${showNumber(rounds[0]?.sockets ?? 0).padEnd(7)}  ${name}`,
      showSpread(spread(rateOf)),
      showSpread(
        spread((measured) => rateOf(measured) / (bareRates.get(measured.round) ?? Number.NaN)),
        2,
      ),
      showSpread(spread(({ p50 }) => p50)),
      showSpread(spread(({ p99 }) => p99)),
      showNumber(spread(({ messages, seconds }) => messages / seconds).median, 1),
    ];
  });
}

/**
 * Shows the share of the service's time that goes into accepting and storing messages, from a room with few
 * listeners.
 */
export function showKeeping(all: readonly Measured[], sockets: number, few: number): string {
  const perMessage = (count: number): number => {
    const rounds = all.filter((measured) => measured.name === "service" && measured.sockets === count);
    return spreadOf(rounds.map(({ messages, seconds }) => (1_000 * seconds) / messages)).median;
  };
  const [keeping, whole] = [perMessage(few), perMessage(sockets)];
  return (
    `The service with ${showNumber(sockets)} sockets: ${showNumber(whole, 1)} ms a message; with ${few} sockets ${showNumber(keeping, 1)} ms, ` +
    `so that about ${showNumber((100 * keeping) / whole)} % goes into taking it in and keeping it.\n`
  );
}

function rateOf({ deliveries, seconds }: CrowdResult): number {
  return deliveries / seconds;
}
