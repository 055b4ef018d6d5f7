import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { idFromBytes } from "../../../client/src/index.ts";
import { uploadFile } from "../../../scripts/demo/workspace.ts";
import { firstLine } from "../../../scripts/lib/failure.ts";
import { type Lap, worseLap } from "./bystander.ts";
import { type End, endOf, type Instance } from "./instance.ts";

/** Minimum time of the bystander's reads before and during each file. */
const QUIET_MS = 1_000;
const GRACE_MS = 1_000;

export interface HostileFile {
  /** A name that begins with `robots-` marks a robots.txt that a site serves. */
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

export interface NeighborImpact {
  readonly quiet: Lap;
  readonly during: Lap;
  /** The part of the measurement during the upload; null without an upload. */
  readonly sending: Lap | null;
  /**
   * Longest time without a yield of the runtime, in quiet and during the file, as CPU milliseconds of the
   * runtime.
   */
  readonly held: { readonly quiet: number; readonly during: number };
  readonly end: End;
  readonly seconds: number;
}

/** Measures the bystander while nothing else runs. */
export async function measureQuiet({ bystander }: Instance): Promise<Lap> {
  await bystander.lap();
  await pause(QUIET_MS);
  return await bystander.lap();
}

/** Processes one file and measures its effect on a bystander. */
export async function measureImpact(
  instance: Instance,
  file: HostileFile,
  waitMs: number,
): Promise<NeighborImpact> {
  const { bystander, holds } = instance;
  await holds.lap();
  const quiet = await measureQuiet(instance);
  const heldInQuiet = await holds.lap();
  const beganAt = performance.now();
  const noEnd = new AbortController();
  let sending: Lap | null = null;
  const sent = async (): Promise<void> => {
    sending = await bystander.lap();
  };
  const end = await Promise.race([processed(instance, file, waitMs, sent), silence(waitMs, noEnd.signal)]);
  noEnd.abort();
  const seconds = (performance.now() - beganAt) / 1_000;
  await pause(Math.max(0, QUIET_MS - seconds * 1_000));
  const last = await bystander.lap();
  const held = { quiet: heldInQuiet, during: await holds.lap() };
  return { quiet, sending, during: sending === null ? last : worseLap(sending, last), held, end, seconds };
}

/** The result of a file without any response to its uploader before the time limit. */
async function silence(waitMs: number, signal: AbortSignal): Promise<End> {
  await pause(waitMs + GRACE_MS, undefined, { signal }).catch(() => {});
  return { state: "no answer", reason: "" };
}

/** @param sent called after the upload */
async function processed(
  instance: Instance,
  file: HostileFile,
  waitMs: number,
  sent: () => Promise<void>,
): Promise<End> {
  try {
    if (file.name.startsWith("robots-")) return await crawled(instance, file, waitMs);
    const { client, workspace } = instance;
    const assetId = await uploadFile(client, workspace, workspace.personalId, copyBytes(file));
    await sent();
    return await endOf(client, assetId, waitMs);
  } catch (error) {
    return { state: "broken", reason: firstLine(error) };
  }
}

/** Copies the bytes into their own buffer, as `fetch` requires. */
export function copyBytes({ name, contentType, bytes }: HostileFile) {
  return { name, contentType, bytes: Uint8Array.from(bytes) };
}

/** Crawls a page of a local site whose robots.txt is the file. */
async function crawled({ client, workspace }: Instance, robots: HostileFile, waitMs: number): Promise<End> {
  const site = createServer((request, response) => {
    const isRobots = request.url === "/robots.txt";
    response.writeHead(200, { "content-type": isRobots ? robots.contentType : "text/html" });
    response.end(
      isRobots
        ? robots.bytes
        : "<!doctype html><title>A page</title><p>It says one thing, and says it once.</p>",
    );
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = site.address() as AddressInfo;
    const { organizationId: organizationID, tenantId: tenantID } = workspace.organizationContext;
    const place = { collectionID: workspace.personalId, organizationID, tenantID };
    const body = {
      ...place,
      processInBackground: true,
      processInThread: false,
      url: `http://127.0.0.1:${port}/page`,
    };
    const { data } = await client.request("POST", "/v1/url/crawl", { body });
    return await endOf(client, idFromBytes("asset", data.id), waitMs);
  } finally {
    site.closeAllConnections();
    site.close();
  }
}
