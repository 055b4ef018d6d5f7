import { expect, test } from "vitest";
import { sha256Hex } from "../../../src/domain/hash.ts";
import { addReadyAsset, upload } from "../../support/assets.ts";
import { rawCall } from "../../support/http.ts";
import { type Person, signUp } from "../../support/people.ts";

const TEXT = "The loom weaves flowers and leaves.";

async function textOf({ token }: Person, assetId: string, query = "", headers: Record<string, string> = {}) {
  return await rawCall("GET", `/v1/assets/${assetId}/text${query}`, { token, headers });
}

test("the extracted text is given as it is, now and by its version; who has it already gets no bytes", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, TEXT);
  const current = await textOf(ada, assetId);
  expect([current.status, await current.text()]).toEqual([200, TEXT]);
  const version = current.headers.get("etag")?.replaceAll('"', "") ?? "";
  expect(current.headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
  expect(await (await textOf(ada, assetId, `?version=${version}`)).text()).toBe(TEXT);
  expect((await textOf(ada, assetId, "", { "if-none-match": `"${version}"` })).status).toBe(304);
});

test("a version that never was, one that is no hash, and an asset that was not read are refused, each in its way", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, TEXT);
  const unread = await upload(ada, ada.personalId, TEXT);
  const asked = [textOf(ada, assetId, `?version=${await sha256Hex("another")}`), textOf(ada, assetId, "?version=x"), textOf(ada, unread)];
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([404, 400, 409]);
});

test("a stranger finds no text", async () => {
  const [ada, grace] = [await signUp("ada"), await signUp("grace")];
  const assetId = await addReadyAsset(ada, ada.personalId, TEXT);
  const answer = await textOf(grace, assetId);
  expect([answer.status, (await answer.text()).includes("loom")]).toEqual([404, false]);
});
