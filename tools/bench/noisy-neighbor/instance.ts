import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { KnowledgeClient, type Workspace } from "../../../client/src/index.ts";
import { getAsset } from "../../../scripts/demo/workspace.ts";
import { serviceSecret, userToken } from "../../../scripts/lib/user-token.ts";
import { localSecrets } from "../../../scripts/lib/secrets.ts";
import { type EventLoopLagProbe, startEventLoopLagProbe } from "../lib/event-loop-lag.ts";
import { startService } from "../lib/service.ts";
import { type Bystander, startBystander } from "./bystander.ts";

const POLL_MS = 200;

/** A service of its own with an uploader and a bystander. */
export interface Instance {
  readonly client: KnowledgeClient;
  readonly workspace: Workspace;
  readonly bystander: Bystander;
  readonly holds: EventLoopLagProbe;
  /** A metric of `/ops/metrics`; null if there is none of that name. */
  readonly metric: (name: string) => Promise<number | null>;
  readonly stop: () => Promise<void>;
}

/** @param prepare fills the state before the service starts */
export async function startInstance(
  prepare: (stateFolder: string) => Promise<void> = async () => {},
): Promise<Instance> {
  const stateFolder = await mkdtemp(join(tmpdir(), "knowledge-bench-"));
  const clean = async (): Promise<void> =>
    await rm(stateFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  try {
    await prepare(stateFolder);
    const { origin, pid, stop } = await startService(stateFolder, { CRAWL_ALLOW_LOOPBACK: "true" });
    const tokenOf = async (email: string): Promise<string> =>
      await userToken(await localSecrets(stateFolder), { email });
    const signUp = async (email: string) => {
      const client = new KnowledgeClient({ origin, token: await tokenOf(email) });
      return { client, workspace: await client.signIn({ email }) };
    };
    const { client, workspace } = await signUp("ada@example.com");
    await signUp("bob@example.com");
    const bystander = startBystander({
      origin,
      authorization: `Bearer ${await tokenOf("bob@example.com")}`,
      pid,
    });
    const holds = startEventLoopLagProbe(stateFolder, pid);
    const stopAll = async (): Promise<void> => {
      await bystander.stop();
      await holds.stop();
      await stop();
      await clean();
    };
    const metric = async (name: string): Promise<number | null> =>
      await readMetric(origin, await localSecrets(stateFolder), name);
    return { client, workspace, bystander, holds, metric, stop: stopAll };
  } catch (error) {
    await clean();
    throw error;
  }
}

async function readMetric(
  origin: string,
  secrets: Parameters<typeof serviceSecret>[0],
  name: string,
): Promise<number | null> {
  const authorization = `Bearer ${serviceSecret(secrets, ["ops"])}`;
  const text = await (await fetch(`${origin}/ops/metrics`, { headers: { authorization } })).text();
  const line = text.split("\n").find((each) => each.startsWith(`${name} `));
  return line === undefined ? null : Number(line.slice(name.length + 1));
}

export interface End {
  /** `ready`, `failed`, or the state at the time limit. */
  readonly state: string;
  /** The reason of a failure; else empty. */
  readonly reason: string;
}

/** Waits until an asset is ready or failed, or until the time limit. */
export async function endOf(client: KnowledgeClient, assetId: string, waitMs: number): Promise<End> {
  for (const deadline = Date.now() + waitMs; ; await pause(POLL_MS)) {
    const { lifecycleState: state, failureReason } = await getAsset(client, assetId);
    if (state === "ready" || state === "failed" || Date.now() > deadline)
      return { state, reason: failureReason ?? "" };
  }
}
