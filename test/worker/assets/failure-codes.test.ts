import { expect, test } from "vitest";
import { addReadyAsset, finishProcessingOf, notify, upload } from "../../support/http/assets.ts";
import { call } from "../../support/http/call.ts";
import { createCollection } from "../../support/http/create-collection.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { makeLink, startThread } from "../../support/http/threads.ts";
import { testEnv } from "../../support/setup/env.ts";

async function read({ token }: Pick<Person, "token">, path: string) {
  return (await call("GET", path, { token })).body.data;
}

test("a failed asset has a code beside its sentence, alone, in lists and in threads; a ready one has none", async () => {
  const ada = await signUp();
  const home = await createCollection(ada, ada.rootId, "Home");
  const failed = await upload(ada, home, "");
  await notify(ada, failed);
  await finishProcessingOf(ada);
  const ready = await addReadyAsset(ada, home, "The loom was shown in Lyon.\n", { name: "loom.txt" });
  const codes = { [failed]: "no_text", [ready]: "" };
  for (const [id, code] of Object.entries(codes)) {
    const asset = await read(ada, `/v1/assets/${id}`);
    expect([asset.failureCode, asset.failureReason === ""]).toEqual([code, code === ""]);
  }
  const listed = (await read(ada, `/v1/collection/${home}/assets`)).result.entities;
  expect(Object.fromEntries(listed.map(({ data }: any) => [data.id, data.failureCode]))).toEqual(codes);
  const recent = await read(ada, "/v1/navigate/recent/assets?page=1&sort=-createdAt");
  expect(Object.fromEntries(recent.map(({ id, failureCode }: any) => [id, failureCode]))).toEqual(codes);
  const threadId = await startThread(ada, home, { assetIds: [failed, ready] });
  const { activeAssets } = await read(ada, `/v1/threads/${threadId}`);
  expect(Object.fromEntries(activeAssets.map(({ id, failureCode }: any) => [id, failureCode]))).toEqual(
    codes,
  );
  const { publicToken } = await makeLink(ada, threadId);
  const shown = (await call("GET", `/v1/threads/${threadId}?publicAccessToken=${publicToken}`)).body;
  expect(JSON.stringify(shown)).not.toContain("no_text");
});

test("a failed refresh of a page has a code of its own", async () => {
  const ada = await signUp();
  const id = await addReadyAsset(ada, ada.personalId, "A page.\n", { name: "page.txt" });
  await testEnv.DB.prepare(
    "UPDATE assets SET refresh_failure = 'The site answered with status 500.' WHERE id = ?",
  )
    .bind(id)
    .run();
  const { refresh, failureCode } = await read(ada, `/v1/assets/${id}`);
  expect([refresh.failureCode, failureCode]).toEqual(["page_unreachable", ""]);
});
