import { renameSync, rmSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { Failure } from "../failure.ts";
import { localSecrets } from "../secrets.ts";
import { socketOf } from "../announce-sockets.ts";
import { serviceSecret } from "../user-token.ts";
import type { CheckReport } from "./check-state.ts";

const INDEX_FILE = /^v3\/do\/[^/]+-KnowledgeIndex\/[\da-f]+\.sqlite$/;
const BLOB_FILE = /^v3\/r2\/[^/]+\/blobs\//;

/**
 * Makes again what the service derives. While it runs, it builds incomplete indexes from the stored texts.
 * While it is stopped, damaged indexes are set aside and blobs without an object are deleted.
 * @returns a line for each repair
 * @throws Failure if the service rejects a repair
 */
export async function repairState(stateFolder: string, report: CheckReport): Promise<string[]> {
  if (report.isStopped) return repairStopped(stateFolder, report);
  const lines: string[] = [];
  for (const organizationId of report.incompleteOrganizations)
    lines.push(await reindex(stateFolder, organizationId));
  return lines.length === 0 ? ["Nothing to repair while the service runs."] : lines;
}

function repairStopped(stateFolder: string, { findings, incompleteOrganizations }: CheckReport): string[] {
  const lines: string[] = [];
  for (const { kind, what } of findings) {
    const path = join(stateFolder, what);
    if (kind === "damaged" && INDEX_FILE.test(what)) {
      renameSync(path, `${path}.damaged`);
      for (const suffix of ["-wal", "-shm"]) rmSync(`${path}${suffix}`, { force: true });
      lines.push(`set aside: ${what}. Start the service and run this check again with --repair.`);
    }
    if (kind === "orphan" && BLOB_FILE.test(what)) {
      rmSync(path, { force: true });
      lines.push(`deleted: ${what}.`);
    }
  }
  if (incompleteOrganizations.length > 0)
    lines.push("Indexes are built while the service runs: start it first.");
  return lines.length === 0 ? ["Nothing to repair while the service is stopped."] : lines;
}

interface Reindexed {
  readonly code: string;
  readonly message: string;
  readonly data: { readonly indexed: number; readonly missing: readonly string[]; readonly cursor: string };
}

async function reindex(stateFolder: string, organizationId: string): Promise<string> {
  const token = serviceSecret(await localSecrets(stateFolder), ["ops"]);
  const missing: string[] = [];
  let indexed = 0;
  let cursor = "";
  do {
    const { code, data, message } = await post(stateFolder, token, { organizationId, cursor });
    if (code !== "ok") throw new Failure(`The service did not index ${organizationId}: ${message}`);
    indexed += data.indexed;
    missing.push(...data.missing);
    ({ cursor } = data);
  } while (cursor !== "");
  const lost = missing.length === 0 ? "" : ` The text of ${missing.join(", ")} is lost: reprocess it.`;
  return `indexed again: ${indexed} documents of ${organizationId}.${lost}`;
}

async function post(stateFolder: string, token: string, body: object): Promise<Reindexed> {
  const { promise, resolve, reject } = Promise.withResolvers<Reindexed>();
  const sent = request(
    {
      socketPath: socketOf(stateFolder, "worker"),
      path: "/ops/reindex",
      method: "POST",
      headers: { host: "127.0.0.1", authorization: `Bearer ${token}`, "content-type": "application/json" },
    },
    (response) => void json(response).then((read) => resolve(read as Reindexed), reject),
  );
  sent.on("error", reject);
  sent.end(JSON.stringify(body));
  return await promise;
}
