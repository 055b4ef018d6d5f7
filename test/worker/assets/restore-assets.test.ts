import { afterEach, expect, test } from "vitest";
import { idFromBytes } from "../../../src/domain/ids.ts";
import { finishProcessing, notify, put, upload } from "../../support/http/assets.ts";
import { runAllJobs, restore, tombstone } from "../../support/http/tombstone.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";

const TEXT = "The zephyr engine was built in 1871 by a clerk called Marrow.";

afterEach(runAllJobs);

test("deletion stops an asset's processing, and restoring resumes it", async () => {
  const ada = await signUp();
  const assetId = await upload(ada, ada.personalId, TEXT);
  await notify(ada, assetId);
  await tombstone(ada, "asset", [assetId]);
  const state = async () =>
    await testEnv.DB.prepare("SELECT lifecycle_state FROM assets WHERE id = ?")
      .bind(assetId)
      .first<string>("lifecycle_state");
  await finishProcessing(assetId);
  expect(await state()).toBe("deleted");
  await restore(ada, "asset", [assetId]);
  await finishProcessing(assetId);
  expect(await state()).toBe("ready");
});

test("the service rejects bytes for a deleted asset and accepts them after restoring", async () => {
  const ada = await signUp();
  const body = {
    collectionID: ada.personalId,
    contentType: "text/plain",
    creationMethod: "upload",
    organizationContext: { organizationId: ada.organizationId, tenantId: ada.tenantId },
    originalFileName: "notes.txt",
  };
  const { data } = (await call("POST", "/v1/assets", { token: ada.token, body })).body;
  const assetId = idFromBytes("asset", data.id);
  await tombstone(ada, "asset", [assetId]);
  expect((await put(data.signedURL, "Some text.", "text/plain")).status).not.toBe(200);
  await restore(ada, "asset", [assetId]);
  expect((await put(data.signedURL, "Some text.", "text/plain")).status).toBe(200);
});
