import { platformOf } from "../../../src/platform.ts";
import type { AssetProgress } from "../../../src/domain/events.ts";
import { type Id, newId } from "../../../src/domain/ids.ts";
import { runScheduledMaintenance } from "../../../src/scheduled.ts";
import { notify, upload, type UploadOptions } from "./assets.ts";
import { testEnv } from "../setup/env.ts";
import { sendUpdate, sendTranscript, startJob } from "./processor-update.ts";
import { changesOf } from "../rows/knowledge-change.ts";
import { type Person, signUp } from "./person.ts";
import { countOf } from "../rows/stored-messages.ts";
import { openEvents, startThread, type ThreadListener } from "./threads.ts";
import { createCollection } from "./create-collection.ts";

export const ENGINE =
  "The Analytical Engine was designed by Charles Babbage in 1837. It was never finished, for want of money.\n";
/** The test configuration leaves it to an external processor, so it stays in processing. */
const AUDIO = { name: "talk.mp3", contentType: "audio/mpeg" };

export const bearer = ({ token }: Person) => ({ authorization: `Bearer ${token}` });

export interface LiveThread {
  readonly ada: Person;
  readonly home: string;
  readonly threadId: string;
  /** Ada's socket. */
  readonly hers: ThreadListener;
}

export async function liveThread(): Promise<LiveThread> {
  const ada = await signUp();
  const home = await createCollection(ada, ada.rootId, "Home");
  const threadId = await startThread(ada, home);
  return { ada, home, threadId, hers: await openEvents(threadId, {}, bearer(ada)) };
}

/** An uploaded asset that a thread waits for. */
export async function waitingAsset(
  person: Person,
  collectionId: string,
  content = ENGINE,
  options: UploadOptions = {},
): Promise<Id<"asset">> {
  const assetId = await upload(person, collectionId, content, options);
  const { status, body } = await notify(person, assetId, false);
  if (status !== 200) throw new Error(body.message);
  return assetId;
}

/** Uploads the same asset, but leaves it waiting for an external processor after its start. */
export async function waitingAudio(person: Person, collectionId: string): Promise<Id<"asset">> {
  return await waitingAsset(person, collectionId, "not really sound", AUDIO);
}

/** Completes the asset as the external processor would. */
export async function finishAudio(assetId: string): Promise<void> {
  await sendTranscript(assetId);
  await sendUpdate(assetId, await startJob(assetId), { status: "completed", statusCode: 200 });
}

/** Copies an asset with its bytes and collection links. */
export async function copyAsset(assetId: string, count: number): Promise<void> {
  const copies = JSON.stringify(
    Array.from({ length: count }, () => ({ id: newId("asset"), join: newId("assetcol") })),
  );
  const columns = await testEnv.DB.prepare(
    "SELECT name FROM pragma_table_info('assets') WHERE name <> 'id'",
  ).all<{ name: string }>();
  const rest = columns.results.map(({ name }) => name).join(", ");
  await testEnv.DB.batch([
    testEnv.DB.prepare(
      `INSERT INTO assets (id, ${rest}) SELECT value ->> 'id', ${rest} FROM json_each(?1) CROSS JOIN assets WHERE assets.id = ?2`,
    ).bind(copies, assetId),
    testEnv.DB.prepare(
      `INSERT INTO asset_collections (id, asset_id, collection_id, created_at, created_by) SELECT value ->> 'join', value ->> 'id',
        collection_id, created_at, created_by FROM json_each(?1) CROSS JOIN asset_collections WHERE asset_id = ?2`,
    ).bind(copies, assetId),
  ]);
}

/** The received progress of an asset, in event order. */
export function progressOf(listener: ThreadListener, assetId: string): AssetProgress[] {
  return changesOf(listener.frames).flatMap(({ progress }) => progress[assetId] ?? []);
}

/** Resolves with the progress of an asset once its last state arrived. */
export async function receivedEnd(listener: ThreadListener, assetId: string): Promise<AssetProgress[]> {
  await listener.until(() =>
    ["ready", "failed"].includes(progressOf(listener, assetId).at(-1)?.lifecycleState ?? ""),
  );
  return progressOf(listener, assetId);
}

/** Resolves after that many scope changes, including progress. */
export async function receivedChanges(listener: ThreadListener, count: number): Promise<void> {
  await listener.until((frames) => changesOf(frames).length >= count);
}

export async function runCron(): Promise<void> {
  await runScheduledMaintenance(platformOf(testEnv), new Date());
}

export async function stateOf(assetId: string): Promise<string | null> {
  return await testEnv.DB.prepare("SELECT lifecycle_state FROM assets WHERE id = ?")
    .bind(assetId)
    .first<string>("lifecycle_state");
}

/** The number of threads that watch an asset. */
export async function watchersOf(assetId: string): Promise<number> {
  return await countOf("SELECT count(*) AS n FROM asset_watchers WHERE asset_id = ?", assetId);
}
