import { expect, test } from "vitest";
import { addReadyAsset } from "../../support/http/assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";

const TEXT = "The Analytical Engine weaves algebraic patterns. It was never finished.\n\nAda wrote the first program in 1843.";

test("serves the source and its byte ranges to users who may read it at that time", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, TEXT, { name: "naïve “notes”.txt" });
  const { body } = await call("GET", `/v1/assets/${assetId}`, { token: ada.token });
  const url: string = body.data.signedURL;
  const whole = await rawCall("GET", url);
  expect([whole.status, await whole.text()]).toEqual([200, TEXT]);
  expect(whole.headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
  expect(whole.headers.get("content-disposition")).toContain("filename*=UTF-8''na%C3%AFve");
  const part = await rawCall("GET", url, { headers: { range: "bytes=4-14" } });
  expect([part.status, await part.text(), part.headers.get("content-range")]).toEqual([
    206,
    TEXT.slice(4, 15),
    `bytes 4-14/${TEXT.length}`,
  ]);
  const suffix = await rawCall("GET", url, { headers: { range: "bytes=-5" } });
  expect(await suffix.text()).toBe(TEXT.slice(-5));
  const longer = await rawCall("GET", url, { headers: { range: "bytes=-100000" } });
  expect([longer.status, await longer.text(), longer.headers.get("content-range")]).toEqual([
    206,
    TEXT,
    `bytes 0-${TEXT.length - 1}/${TEXT.length}`,
  ]);
  const beyond = await rawCall("GET", url, { headers: { range: "bytes=100000-" } });
  expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${TEXT.length}`]);
  const changed = await rawCall("GET", url, { headers: { range: "bytes=4-14", "if-range": '"another"' } });
  expect([changed.status, await changed.text()]).toEqual([200, TEXT]);
});

test("rejects a suspended user's URL with a reason", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, TEXT);
  const { body } = await call("GET", `/v1/assets/${assetId}`, { token: ada.token });
  await testEnv.DB.prepare("UPDATE users SET lifecycle_state = 'suspended' WHERE id = ?").bind(ada.userId).run();
  const refused = await call("GET", body.data.signedURL);
  expect([refused.status, refused.body.code, refused.trips]).toEqual([403, "permission_denied", 1]);
});

test("an empty source has an empty body, and every range of it is unsatisfiable", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, TEXT);
  const { key } = (await testEnv.DB.prepare("SELECT object_key AS key FROM assets WHERE id = ?").bind(assetId).first<{ key: string }>())!;
  const { etag } = (await testEnv.BUCKET.put(key, ""))!;
  await testEnv.DB.prepare("UPDATE assets SET file_size = 0, object_etag = ? WHERE id = ?").bind(etag, assetId).run();
  const { body } = await call("GET", `/v1/assets/${assetId}`, { token: ada.token });
  const whole = await rawCall("GET", body.data.signedURL);
  expect([whole.status, whole.headers.get("content-length"), await whole.text()]).toEqual([200, "0", ""]);
  for (const range of ["bytes=0-", "bytes=-5"]) {
    const refused = await rawCall("GET", body.data.signedURL, { headers: { range } });
    expect([refused.status, refused.headers.get("content-range")]).toEqual([416, "bytes */0"]);
  }
});
