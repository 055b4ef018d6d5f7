import { SERVICE_USER_ID } from "../../../src/domain/ids.ts";
import { crawlPage } from "../../../src/ingestion/crawl/crawl-page.ts";
import type { PipelineDependencies } from "../../../src/ingestion/pipeline-dependencies.ts";
import type { ProcessingJob } from "../../../src/ingestion/processing-job.ts";
import { platformOf } from "../../../src/platform.ts";
import { testEnv } from "../setup/env.ts";
import type { CrashAtCall } from "./crash-at-call.ts";

const POLICY = { allowLoopback: false, ownOrigins: [] };

/**
 * The stores of a pipeline, with counted calls.
 * @param keep the storage of the pipeline's object
 * @param page the text that every URL returns; without it no page is fetched
 */
export function pipelineStores(
  killed: CrashAtCall,
  { operationId }: Pick<ProcessingJob, "operationId">,
  keep: (job: ProcessingJob) => void,
  page: string | null = null,
): PipelineDependencies {
  const { database, bucket, index, sandbox } = platformOf(testEnv);
  const db = killed.watch(database(), ["read", "write"]);
  const by = { actorId: SERVICE_USER_ID, operation: "processAsset" as const, operationId, order: null };
  const send = async ({ pathname }: URL): Promise<Response> =>
    pathname === "/robots.txt"
      ? new Response("", { status: 404 })
      : new Response(page, { headers: { "content-type": "text/plain" } });
  return {
    db,
    bucket: killed.watch(bucket, ["put", "get", "head", "delete"]),
    writer: () => ({ db, now: new Date(), ...by, notify: async () => {} }),
    index: (organizationId, shard) =>
      killed.watch(index(organizationId, shard), ["replaceAsset", "setAssetCollections"]),
    sandbox: {
      read: async (source, owner) => await killed.of(async () => await sandbox.read(source, owner)),
      unpack: async (source, owner) => await killed.of(async () => await sandbox.unpack(source, owner)),
      fetchPage: async (order) =>
        await killed.of(async () => await crawlPage({ send, policy: POLICY }, order)),
    },
    hasSpace: async () => true,
    addresses: page === null ? null : POLICY,
    externalTypes: [],
    save: keep,
  };
}

/** Announces the bytes of an asset without starting a pipeline. */
export async function announceToNobody(assetId: string): Promise<void> {
  const objectKey = await testEnv.DB.prepare("SELECT object_key FROM assets WHERE id = ?")
    .bind(assetId)
    .first<string>("object_key");
  const { etag, size } = (await testEnv.BUCKET.head(objectKey!))!;
  await testEnv.DB.prepare(
    "UPDATE assets SET lifecycle_state = 'processing', run = 1, object_etag = ?, file_size = ? WHERE id = ?",
  )
    .bind(etag, size, assetId)
    .run();
}
