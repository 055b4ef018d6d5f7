import { expect, test } from "vitest";
import { addReadyAsset, finishProcessing, notify, put } from "../../support/assets.ts";
import { call } from "../../support/http.ts";
import { signUp } from "../../support/people.ts";

const TEXT = "The Analytical Engine weaves algebraic patterns. It was never finished.\n\nAda wrote the first program in 1843.";

test("announcing before the bytes arrived is refused; announcing twice is harmless", async () => {
  const ada = await signUp();
  const body = {
    collectionID: ada.personalId,
    contentType: "text/plain",
    creationMethod: "upload",
    organizationContext: { organizationId: ada.organizationId, tenantId: ada.tenantId },
    originalFileName: "a.txt",
  };
  const created = await call("POST", "/v1/assets", { token: ada.token, body });
  const id = /asset_\w+/.exec(created.body.data.signedURL)?.[0] ?? "";
  expect((await notify(ada, id)).body.code).toBe("failed_precondition");
  await put(created.body.data.signedURL, TEXT, "text/plain");
  const waiting = await notify(ada, id, false);
  expect(waiting.body.data.lifecycleState).toBe("uploaded");
  expect((await notify(ada, id, false)).body.eventKey).toBe("");
  expect((await notify(ada, id, true)).body.data.lifecycleState).toBe("processing");
  expect((await notify(ada, id, true)).body).toMatchObject({ eventKey: "", done: false });
});

test("a file that cannot be read fails with a reason a person understands", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, new Uint8Array([0x89, 0x50, 0x4e, 0x47]), {
    name: "a.png",
    contentType: "image/png",
  });
  const { body } = await call("GET", `/v1/assets/${assetId}`, { token: ada.token });
  expect(body.data).toMatchObject({ lifecycleState: "failed", failureReason: "Files of type image/png cannot be read yet." });
  expect(body.data.metadata.extract.failedAt).not.toBeNull();
  const again = await notify(ada, assetId);
  expect(again.body.data).toMatchObject({
    lifecycleState: "processing",
    lifecyclesCompleted: ["uploading", "uploaded", "processing", "failed"],
  });
  await finishProcessing(assetId);
  expect((await call("GET", `/v1/assets/${assetId}`, { token: ada.token })).body.data.lifecycleState).toBe("failed");
});
