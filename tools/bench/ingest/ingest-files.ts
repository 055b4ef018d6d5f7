import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { Failure } from "../../../scripts/lib/failure.ts";
import { idFromBytes } from "../../../src/domain/ids.ts";
import { serviceCpuMs } from "../documents/service-cpu.ts";
import { call, type Member } from "../lib/service.ts";
import type { ServerProcess } from "../lib/server-process.ts";
import type { Files } from "./make-files.ts";
import type { ResourceUsage } from "./resource-usage.ts";

const AT_ONCE = 100;
const POLL_MS = 200;
const ENDED_WITHIN_MS = 900_000;

const created = z.array(z.object({ id: z.array(z.int()), signedURL: z.string() }));
const record = z.object({ lifecycleState: z.string(), failureReason: z.string() });

export interface Ingested extends ResourceUsage {
  /** Ids of the ready files. */
  readonly assetIds: readonly string[];
  /** The distinct reasons of failures. */
  readonly reasons: readonly string[];
}

/** Ingests files in batches of one hundred: registers, sends, notifies, and polls until all have ended. */
export async function ingestFiles(
  server: ServerProcess,
  member: Member,
  { contentType, ending, files }: Files,
  clients: number,
): Promise<Ingested> {
  const [startedAt, before] = [performance.now(), serviceCpuMs(server.pid) ?? Number.NaN];
  const assetIds: string[] = [];
  for (let first = 0; first < files.length; first += AT_ONCE) {
    assetIds.push(
      ...(await sendGroup(
        server.origin,
        member,
        contentType,
        ending,
        files.slice(first, first + AT_ONCE),
        clients,
      )),
    );
  }
  await untilQuiet(server.origin);
  const seconds = (performance.now() - startedAt) / 1_000;
  const cpuMs = (serviceCpuMs(server.pid) ?? Number.NaN) - before;
  const ends = await endsOf(server.origin, member, assetIds);
  const ready = ends.filter(({ lifecycleState }) => lifecycleState === "ready").map(({ assetId }) => assetId);
  return {
    seconds,
    cpuMs,
    assetIds: ready,
    reasons: [...new Set(ends.map(({ failureReason }) => failureReason))].filter((reason) => reason !== ""),
  };
}

async function sendGroup(
  origin: string,
  { authorization, context }: Member,
  contentType: string,
  ending: string,
  files: readonly Uint8Array<ArrayBuffer>[],
  clients: number,
): Promise<string[]> {
  const { organizationId, tenantId, CollectionTree } = context;
  const assets = files.map((_, at) => ({ contentType, originalFileName: `document-${at}.${ending}` }));
  const body = {
    collectionID: CollectionTree[0]?.collection.id,
    organizationContext: { organizationId, tenantId },
    assets,
  };
  const { data } = await call(origin, authorization, "POST", "/v1/assets/batch", body, created);
  const waiting = [...files.entries()];
  const client = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [at, bytes] = next;
      const put = await fetch(data[at]?.signedURL ?? "", {
        method: "PUT",
        headers: { "content-type": contentType },
        body: bytes,
      });
      const answer = await put.text();
      if (!put.ok) throw new Failure(`PUT: ${put.status} ${answer.slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const assetIDs = data.map(({ id }) => idFromBytes("asset", id));
  const announced = { assetIDs, processInBackground: true, processInThread: false };
  await call(origin, authorization, "POST", "/v1/assets/notifyUploaded", announced, z.unknown());
  return assetIDs;
}

/** Waits until nothing is being processed: polling each document would cost more than processing it. */
async function untilQuiet(origin: string): Promise<void> {
  for (const deadline = Date.now() + ENDED_WITHIN_MS; Date.now() < deadline; await pause(POLL_MS)) {
    const status = await (await fetch(`${origin}/status`)).text();
    if (/"num_goroutine":0[,}]/.test(status)) return;
  }
  throw new Failure("The documents were not ready in time.");
}

async function endsOf(origin: string, { authorization }: Member, assetIds: readonly string[]) {
  const ends: (z.output<typeof record> & { assetId: string })[] = [];
  for (const assetId of assetIds) {
    const { data } = await call(origin, authorization, "GET", `/v1/assets/${assetId}`, undefined, record);
    ends.push({ ...data, assetId });
  }
  return ends;
}

/** The texts as the service returns them. */
export async function textsOf(
  origin: string,
  { authorization }: Member,
  assetIds: readonly string[],
): Promise<string[]> {
  const texts: string[] = [];
  for (const assetId of assetIds) {
    const response = await fetch(`${origin}/v1/assets/${assetId}/text`, { headers: { authorization } });
    texts.push(await response.text());
  }
  return texts;
}
