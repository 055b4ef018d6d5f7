import { availableParallelism } from "node:os";
import { builtWorker } from "../built-worker.ts";
import { type Request, Response } from "../miniflare.ts";
import { SANDBOX_CONFIG, SANDBOX_FILES } from "../project.ts";
import { exceptionNetworks, publicNetwork, readCompatibility } from "../worker-options.ts";
import { type SandboxCode, SandboxProcess } from "./sandbox-process.ts";
import { ProcessPool, type ReaderUsage, overloaded } from "./process-pool.ts";
import { readWholeBody } from "./read-whole-body.ts";
import type { OutboundRule } from "../../../src/net/outbound-rule.ts";
import { OWNER_HEADER } from "../../../src/ingestion/extraction/sandbox-client.ts";
import { MAX_WAIT_HEADER, SLOT_HEADER, SLOT_PREFIX } from "../../../src/ingestion/extraction/acquire-slot.ts";

const MIB = 1024 * 1024;
const READING = { cpuMs: 30_000, wallMs: 120_000, memoryBytes: 768 * MIB };
/** The sandbox itself gives up a page after 15 seconds. */
const FETCHING = { cpuMs: 10_000, wallMs: 30_000, memoryBytes: 384 * MIB };
const PAGES_AT_ONCE = 4;
/** The sandbox itself gives up a webhook receiver after 10 seconds. */
const TELLING = { cpuMs: 5_000, wallMs: 20_000, memoryBytes: 256 * MIB };
const WEBHOOKS_AT_ONCE = 2;
/** Denies every address. */
const NO_NETWORK = { allow: ["public"], deny: ["0.0.0.0/0", "::/0"] };

export interface LocalSandbox {
  /** The binding `SANDBOX` on this machine. */
  readonly answer: (request: Request) => Promise<Response>;
  /** Usage of the processes that read files. */
  readonly usage: () => ReaderUsage;
}

/**
 * Runs the sandbox as separate, watched and limited processes. File readers have no network. Page fetchers
 * and webhook senders reach public addresses and the operator's exceptions.
 * @param allowLoopback for tests: allows loopback addresses
 */
export async function startSandbox(
  allowLoopback: boolean,
  exceptions: readonly OutboundRule[] = [],
): Promise<LocalSandbox> {
  const code: SandboxCode = {
    modules: await builtWorker(SANDBOX_CONFIG),
    ...(await readCompatibility(SANDBOX_CONFIG)),
  };
  const readers = Math.max(2, Math.min(4, availableParallelism()));
  const reading = { ...code, files: SANDBOX_FILES };
  const documents = new ProcessPool({
    ...READING,
    processes: readers,
    start: async () => await SandboxProcess.start(reading, NO_NETWORK),
  });
  const network = publicNetwork(allowLoopback);
  const reaching = { ...code, networks: exceptionNetworks(exceptions) };
  const pages = new ProcessPool({
    ...FETCHING,
    processes: PAGES_AT_ONCE,
    start: async () => await SandboxProcess.start(reaching, network),
  });
  const webhooks = new ProcessPool({
    ...TELLING,
    processes: WEBHOOKS_AT_ONCE,
    start: async () => await SandboxProcess.start(reaching, network),
  });
  void documents.warm();
  const poolOf = (pathname: string): ProcessPool =>
    pathname === "/pages" ? pages : pathname === "/webhooks" ? webhooks : documents;
  const answer = readWholeBody(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith(SLOT_PREFIX))
      return await answerSlot(poolOf(pathname.slice(SLOT_PREFIX.length - 1)), request);
    const { body, status, headers } = await poolOf(pathname).handle(
      pathname,
      request.headers.get(OWNER_HEADER) ?? "",
      passedOn(request),
      request.body as ReadableStream | null,
      request.headers.get(SLOT_HEADER),
    );
    return new Response(body as never, { status, headers: [...headers] });
  });
  return { answer, usage: () => documents.usage() };
}

/** Reserves a slot, or releases the named one. */
async function answerSlot(pool: ProcessPool, { headers }: Request): Promise<Response> {
  const unused = headers.get(SLOT_HEADER);
  if (unused !== null) {
    pool.releaseSlot(unused);
    return new Response(null, { status: 204 });
  }
  const name = await pool.reserveSlot(
    headers.get(OWNER_HEADER) ?? "",
    Number(headers.get(MAX_WAIT_HEADER) ?? 0),
  );
  if (name !== null) return new Response(null, { status: 204, headers: { [SLOT_HEADER]: name } });
  const { body, status } = overloaded();
  return new Response(body as never, { status });
}

function passedOn(request: Request): Headers {
  const kept = [...request.headers].filter(([name]) => name === "content-type" || name.startsWith("x-"));
  return new Headers(kept);
}
