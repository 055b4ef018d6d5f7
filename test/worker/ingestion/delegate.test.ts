import { expect, test } from "vitest";
import { type Id, SERVICE_USER_ID } from "../../../src/domain/ids.ts";
import type { PipelineDependencies } from "../../../src/ingestion/pipeline-dependencies.ts";
import { runStages } from "../../../src/ingestion/run-stages.ts";
import { newJob } from "../../../src/ingestion/processing-job.ts";
import { platformOf } from "../../../src/platform.ts";
import { makePdf } from "../../support/fixtures/documents/pdf.ts";
import { upload } from "../../support/http/assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { signUp } from "../../support/http/person.ts";

const platform = platformOf(testEnv);

/** Processes an asset with these external types, and again as the cron run does. */
async function processed(
  content: string | Uint8Array,
  name: string,
  contentType: string,
  externalTypes: readonly string[],
) {
  const ada = await signUp();
  const assetId: Id<"asset"> = await upload(ada, ada.personalId, content, { name, contentType });
  await testEnv.DB.prepare("UPDATE assets SET lifecycle_state = 'processing', run = 1 WHERE id = ?")
    .bind(assetId)
    .run();
  const [found] = (await testEnv.BUCKET.list({ prefix: `${ada.organizationId}/${assetId}/original` }))
    .objects;
  const pinned = "UPDATE assets SET object_etag = ?2, object_key = ?3, file_size = ?4 WHERE id = ?1";
  await testEnv.DB.prepare(pinned).bind(assetId, found?.etag, found?.key, found?.size).run();
  const job = newJob(assetId);
  const db = platform.database();
  const by = {
    actorId: SERVICE_USER_ID,
    operation: "processAsset" as const,
    operationId: job.operationId,
    order: null,
  };
  let reads = 0;
  const { sandbox } = platform;
  const deps: PipelineDependencies = {
    ...platform,
    sandbox: {
      ...sandbox,
      read: async (source, owner) => {
        reads += 1;
        return await sandbox.read(source, owner);
      },
    },
    db,
    writer: () => ({ db, now: new Date(), ...by, notify: async () => {} }),
    addresses: null,
    externalTypes,
    save: () => {},
  };
  const reasons: string[] = [];
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    job.attempts = attempt;
    await runStages(deps, job, null).catch((error: unknown) =>
      reasons.push(error instanceof Error ? error.name : ""),
    );
  }
  const state = await testEnv.DB.prepare(
    "SELECT lifecycle_state AS state, worker_strategy AS worker, sha256 FROM assets WHERE id = ?",
  )
    .bind(assetId)
    .first<{ state: string; worker: string; sha256: string }>();
  return { ...state, sha256: state?.sha256.length, reasons, reads };
}

const WAITS = { state: "processing", worker: "external", sha256: 64, reasons: [], reads: 1 };
const SCAN = makePdf({ pages: [[]] });

test.each([
  ["an old document", "\u00d0\u00cf\u0011\u00e0 sound", "a.doc", "application/msword"],
  ["a scan", SCAN, "scan.pdf", "application/pdf"],
] as const)(
  "%s waits for an external processor if its type is configured, even after the cron run",
  async (_, content, name, type) => {
    const bytes =
      typeof content === "string" ? Uint8Array.from(content, (char) => char.charCodeAt(0)) : content;
    expect(await processed(bytes, name, type, ["unread"])).toEqual(WAITS);
    expect(await processed(bytes, name, type, ["audio/*"])).toMatchObject({
      state: "processing",
      worker: "",
      reasons: ["ExtractionError", "ExtractionError"],
    });
  },
);

test("the service extracts other readable files and rejects unreadable ones", async () => {
  expect(await processed("The loom weaves flowers.", "a.txt", "text/plain", ["unread"])).toMatchObject({
    state: "ready",
    worker: "built-in",
  });
  expect(await processed("  ", "a.txt", "text/plain", ["unread"])).toMatchObject({
    worker: "",
    reasons: ["ExtractionError", "ExtractionError"],
  });
});
