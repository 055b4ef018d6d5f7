import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure } from "../../../scripts/lib/failure.ts";
import { readNumberOptions } from "../lib/read-numbers.ts";
import { createPlace, type Member, signIn, startService } from "../lib/service.ts";
import { showNumber, showTable, spreadOf } from "../lib/statistics.ts";
import { fillThread } from "./fill.ts";
import { type Cost, type Post, postByHttp, postBySocket } from "./post.ts";

const DEFAULTS = { messages: [10, 500, 10_000], posts: [60] };
const NAME = "ada";
/** The compared values of `messagesLimit`: the need of a subscribed client, and the maximum. */
const [FEW, ALL] = [10, 500];

/** The way of posting a message; null uses a socket. */
const KINDS = {
  "a text message on a socket": null,
  "a text message over HTTP": { kind: "textV1", messagesLimit: FEW },
  "a question over HTTP": { kind: "promptV2", messagesLimit: FEW },
  "a text message over HTTP, all shown": { kind: "textV1", messagesLimit: ALL },
  "a question over HTTP, all shown": { kind: "promptV2", messagesLimit: ALL },
} as const;
type Kind = keyof typeof KINDS;
const kinds = Object.keys(KINDS) as Kind[];
/** Messages before the measurement starts. */
const WARM_UP_POSTS = 5;

interface Thread {
  readonly id: string;
  readonly kind: Kind;
  readonly messages: number;
}

/**
 * Measures the cost of a message in threads of different lengths, alternating. Each kind of message has its
 * own threads.
 */
export async function compareThreads(args: readonly string[]): Promise<void> {
  const {
    messages: lengths,
    posts: [posts = 0],
  } = readNumberOptions(args, DEFAULTS, "npm run bench -- messages");
  const stateFolder = await mkdtemp(join(tmpdir(), "knowledge-bench-"));
  try {
    const threads = await createThreads(stateFolder, lengths);
    const { origin, stop } = await startService(stateFolder);
    try {
      const ada = await signIn(origin, stateFolder, NAME);
      const rows = [HEAD];
      for (const kind of kinds)
        rows.push(
          ...(await compare(
            origin,
            ada,
            threads.filter((thread) => thread.kind === kind),
            posts,
          )),
        );
      const explained = `An HTTP response contains the thread's newest messages: ${FEW}, or up to ${ALL}. A socket receives the message alone.`;
      process.stdout.write(
        `${posts} messages to each thread, alternating; medians\n\n${showTable(rows)}\n${explained}\n`,
      );
    } finally {
      await stop();
    }
  } finally {
    await rm(stateFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/**
 * Creates threads through the service, so that records and rooms exist, and fills them while the service is
 * stopped.
 */
async function createThreads(stateFolder: string, lengths: readonly number[]): Promise<Thread[]> {
  const { origin, stop } = await startService(stateFolder);
  const threads: Thread[] = [];
  try {
    const { members, startThread } = await createPlace(origin, stateFolder, [NAME]);
    const [ada] = members;
    if (ada === undefined) throw new Failure("No user signed in.");
    for (const kind of kinds)
      for (const messages of lengths) threads.push({ kind, messages, id: await startThread() });
    for (const { id } of threads) await postByHttp(origin, ada, id, { kind: "textV1", messagesLimit: 1 })();
  } finally {
    await stop();
  }
  for (const { id, messages } of threads) fillThread(stateFolder, id, messages);
  return threads;
}

const HEAD = ["message", "in a thread of", "D1 trips", "rows read", "ms", "of the first"];

async function compare(
  origin: string,
  member: Member,
  threads: readonly Thread[],
  posts: number,
): Promise<string[][]> {
  const posters = await Promise.all(threads.map(async (thread) => await posterOf(origin, member, thread)));
  const costs: Cost[][] = posters.map(() => []);
  for (let n = -WARM_UP_POSTS; n < posts; n += 1) {
    for (const [position, post] of inTurn([...posters.entries()], n)) {
      const cost = await post();
      if (n >= 0) costs[position]?.push(cost);
    }
  }
  const median = (position: number, of: (cost: Cost) => number | null): number =>
    spreadOf((costs[position] ?? []).flatMap((cost) => of(cost) ?? [])).median;
  return threads.map(({ kind, messages }, position) => {
    const ms = median(position, (cost) => cost.ms);
    const told = (number: number): string => (Number.isNaN(number) ? "" : showNumber(number));
    const [trips, rows] = [median(position, (cost) => cost.trips), median(position, (cost) => cost.rows)];
    return [
      kind,
      showNumber(messages),
      told(trips),
      told(rows),
      showNumber(ms, 1),
      showNumber(ms / median(0, (cost) => cost.ms), 2),
    ];
  });
}

async function posterOf(origin: string, member: Member, { id, kind }: Thread): Promise<Post> {
  const how = KINDS[kind];
  return how === null ? await postBySocket(origin, member, id) : postByHttp(origin, member, id, how);
}

/** Rotates the list, so that each round starts with another item. */
function inTurn<T>(list: readonly T[], n: number): T[] {
  const first = ((n % list.length) + list.length) % list.length;
  return [...list.slice(first), ...list.slice(0, first)];
}
