import { expect, test } from "vitest";
import { sha256Hex } from "../../../src/domain/sha256.ts";
import { addReadyAsset, upload } from "../../support/http/assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { rawCall } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";

const TEXT = "The loom weaves flowers and leaves.";

async function textOf({ token }: Person, assetId: string, query = "", headers: Record<string, string> = {}) {
  return await rawCall("GET", `/v1/assets/${assetId}/text${query}`, { token, headers });
}

test("the service returns the extracted text verbatim, current or by version, and answers 304 to a matching ETag", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, TEXT);
  const current = await textOf(ada, assetId);
  expect({ status: current.status, current: await current.text() }).toEqual({ status: 200, current: TEXT });
  const version = current.headers.get("etag")?.replaceAll('"', "") ?? "";
  expect(current.headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
  expect(await (await textOf(ada, assetId, `?version=${version}`)).text()).toBe(TEXT);
  expect((await textOf(ada, assetId, "", { "if-none-match": `"${version}"` })).status).toBe(304);
});

test("the service rejects an unknown version, a malformed hash and an unprocessed asset, each with its own error", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, TEXT);
  const unread = await upload(ada, ada.personalId, TEXT);
  const asked = [
    textOf(ada, assetId, `?version=${await sha256Hex("another")}`),
    textOf(ada, assetId, "?version=x"),
    textOf(ada, unread),
  ];
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([404, 400, 409]);
});

test("a stranger gets 404 for an asset's text", async () => {
  const [ada, grace] = [await signUp("ada"), await signUp("grace")];
  const assetId = await addReadyAsset(ada, ada.personalId, TEXT);
  const answer = await textOf(grace, assetId);
  expect([answer.status, (await answer.text()).includes("loom")]).toEqual([404, false]);
});

test.each([
  ["a short text", TEXT],
  ["a longer text", "The loom in shed nine weaves ferns and thistles of linen.\n".repeat(4_000)],
])("the service does not return %s that the bucket lost, whatever replaced it", async (_, text) => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, text);
  expect(await (await textOf(ada, assetId)).text()).toBe(text);
  const { text_key: key } = (await testEnv.DB.prepare("SELECT text_key FROM asset_texts WHERE asset_id = ?")
    .bind(assetId)
    .first<{ text_key: string }>())!;
  await testEnv.BUCKET.put(key, new Uint8Array(text.length));
  const lost = await textOf(ada, assetId)
    .then(
      async (response) => [response.status, (await response.arrayBuffer()).byteLength],
      () => ["cut off", 0],
    )
    .catch(() => ["cut off", 0]);
  expect(lost).not.toEqual([200, text.length]);
  if (text === TEXT) expect(lost[0]).toBe(503);
});
