import { describe, expect, test } from "vitest";
import { sha256Hex } from "../../../src/domain/sha256.ts";
import { idFromBytes } from "../../../src/domain/ids.ts";
import { finishProcessing, notify, put } from "../../support/http/assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";

const fileOf = (name: string) => ({ contentType: "text/plain", originalFileName: name });

function bodyFor(person: Person, assets: readonly unknown[]) {
  const organizationContext = { organizationId: person.organizationId, tenantId: person.tenantId };
  return { collectionID: person.personalId, organizationContext, assets };
}

async function create(
  person: Person,
  assets: readonly unknown[],
  headers: Readonly<Record<string, string>> = {},
) {
  return await call("POST", "/v1/assets/batch", {
    token: person.token,
    headers,
    body: bodyFor(person, assets),
  });
}

describe("batch creation", () => {
  test("a batch registers 100 assets in request order with two D1 round trips, and each asset is uploaded and processed separately", async () => {
    const ada = await signUp();
    const names = Array.from({ length: 100 }, (_, at) => `note ${100 - at}.txt`);
    const { status, body, trips } = await create(ada, names.map(fileOf));
    expect({ status, trips, done: body.done }).toEqual({ status: 200, trips: 2, done: false });
    expect(body.data.map(({ displayName }: { displayName: string }) => displayName)).toEqual(names);
    expect(new Set(body.data.map(({ signedURL }: { signedURL: string }) => signedURL)).size).toBe(100);
    const last = body.data[99];
    expect({
      lifecycleState: last.lifecycleState,
      originalFileName: last.originalFileName,
      version: last.version,
    }).toEqual({
      lifecycleState: "uploading",
      originalFileName: "note 1.txt",
      version: 1,
    });
    expect((await put(last.signedURL, "A text of its own.", "text/plain")).status).toBe(200);
    const assetId = idFromBytes("asset", last.id);
    await notify(ada, assetId);
    await finishProcessing(assetId);
    const found = await call("GET", `/v1/assets/${assetId}`, { token: ada.token });
    expect(found.body.data).toMatchObject({ lifecycleState: "ready", fileSize: 18 });
  });

  test("a batch with a repeated key registers once and returns the current assets", async () => {
    const ada = await signUp();
    const headers = { "idempotency-key": "import-1" };
    const first = await create(ada, [fileOf("a.txt"), fileOf("b.txt")], headers);
    expect((await put(first.body.data[1].signedURL, "B.", "text/plain")).status).toBe(200);
    await notify(ada, idFromBytes("asset", first.body.data[1].id), false);
    const again = await create(ada, [fileOf("a.txt"), fileOf("b.txt")], headers);
    const states = again.body.data.map((each: { id: number[]; lifecycleState: string }) => [
      each.id,
      each.lifecycleState,
    ]);
    expect(states).toEqual([
      [first.body.data[0].id, "uploading"],
      [first.body.data[1].id, "uploaded"],
    ]);
    expect(again.body.eventKey).toBe(first.body.eventKey);
    const other = await create(ada, [fileOf("a.txt")], headers);
    expect(other.body.code).toBe("failed_precondition");
  });

  test("the service rejects the whole batch for one invalid asset, an empty list, or more than a hundred assets", async () => {
    const ada = await signUp();
    const wrong = await create(ada, [fileOf("a.txt"), { contentType: "text", originalFileName: "b.txt" }]);
    expect(wrong.body.data.issues[0].path).toBe("assets.1.contentType");
    expect((await create(ada, [])).body.code).toBe("invalid_argument");
    expect(
      (
        await create(
          ada,
          Array.from({ length: 101 }, () => fileOf("a.txt")),
        )
      ).body.code,
    ).toBe("invalid_argument");
    const listed = await testEnv.DB.prepare("SELECT count(*) AS n FROM assets WHERE organization_id = ?")
      .bind(ada.organizationId)
      .first();
    expect(listed).toEqual({ n: 0 });
  });

  test("the audit log records the creator and the assets of a batch", async () => {
    const ada = await signUp();
    const { body } = await create(ada, [fileOf("a.txt"), fileOf("b.txt")]);
    const assetIds = body.data.map(({ id }: { id: number[] }) => idFromBytes("asset", id));
    const event = await testEnv.DB.prepare(
      "SELECT actor_id, operation, target_id, changes FROM audit_events WHERE id = ?",
    )
      .bind(body.eventKey)
      .first<{ changes: string }>();
    expect(event).toMatchObject({ actor_id: ada.userId, operation: "createAssets", target_id: assetIds[0] });
    expect(JSON.parse(event!.changes)).toEqual({ collectionId: ada.personalId, assetIds });
  });
});

describe("announced bytes", () => {
  const TEXT = "The brass lantern stands in the north cellar.";

  test("an upload accepts only bytes with the announced size and SHA-256", async () => {
    const ada = await signUp();
    const bytes = new TextEncoder().encode(TEXT);
    const sha256 = (await sha256Hex(Uint8Array.from(bytes))).toUpperCase();
    const announced = [
      { ...fileOf("a.txt"), size: bytes.length, sha256 },
      { ...fileOf("b.txt"), size: bytes.length - 1 },
      { ...fileOf("c.txt"), sha256: "0".repeat(64) },
    ];
    const { body } = await create(ada, announced);
    const urls: string[] = body.data.map(({ signedURL }: { signedURL: string }) => signedURL);
    const sent = await Promise.all(urls.map(async (url) => await put(url, TEXT, "text/plain")));
    expect(sent.map(({ status }) => status)).toEqual([200, 400, 400]);
    const messages = await Promise.all(
      sent.slice(1).map(async (response) => (await response.json<{ message: string }>()).message),
    );
    expect(messages).toEqual([
      `The announced size is ${bytes.length - 1} bytes, but the request has ${bytes.length}.`,
      "The SHA-256 differs from the announced one.",
    ]);
    const assetId = idFromBytes("asset", body.data[2].id);
    expect((await notify(ada, assetId)).body.code).toBe("failed_precondition");
    // A URL that the client requests later checks the same size and hash.
    const { body: found } = await call("GET", `/v1/assets/${assetId}`, { token: ada.token });
    expect((await put(found.data.signedURL, TEXT, "text/plain")).status).toBe(400);
  });

  test("a single asset can announce size and hash too", async () => {
    const ada = await signUp();
    const organizationContext = { organizationId: ada.organizationId, tenantId: ada.tenantId };
    const asset = {
      collectionID: ada.personalId,
      creationMethod: "paste",
      organizationContext,
      ...fileOf("a.txt"),
      size: 2,
      sha256: null,
    };
    const { body } = await call("POST", "/v1/assets", { token: ada.token, body: asset });
    expect((await put(body.data.signedURL, "abc", "text/plain")).status).toBe(400);
    expect((await put(body.data.signedURL, "ab", "text/plain")).status).toBe(200);
  });
});
