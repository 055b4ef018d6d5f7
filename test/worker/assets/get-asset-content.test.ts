import { expect, test } from "vitest";
import { addReadyAsset } from "../../support/http/assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";

const TEXT =
  "The Analytical Engine weaves algebraic patterns. It was never finished.\n\nAda wrote the first program in 1843.";

test("a content URL returns the source and its byte ranges only to users who may read the asset at that time", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, TEXT, { name: "naïve “notes”.txt" });
  const { body } = await call("getAsset", { token: ada.token, params: { assetID: assetId } });
  const url: string = body.data.signedURL;
  const whole = await rawCall("GET", url);
  expect({ status: whole.status, whole: await whole.text() }).toEqual({ status: 200, whole: TEXT });
  expect(whole.headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
  expect(whole.headers.get("content-disposition")).toContain("filename*=UTF-8''na%C3%AFve");
  const part = await rawCall("GET", url, { headers: { range: "bytes=4-14" } });
  expect({
    status: part.status,
    part: await part.text(),
    contentRange: part.headers.get("content-range"),
  }).toEqual({
    status: 206,
    part: TEXT.slice(4, 15),
    contentRange: `bytes 4-14/${TEXT.length}`,
  });
  const suffix = await rawCall("GET", url, { headers: { range: "bytes=-5" } });
  expect(await suffix.text()).toBe(TEXT.slice(-5));
  const longer = await rawCall("GET", url, { headers: { range: "bytes=-100000" } });
  expect({
    status: longer.status,
    longer: await longer.text(),
    contentRange: longer.headers.get("content-range"),
  }).toEqual({
    status: 206,
    longer: TEXT,
    contentRange: `bytes 0-${TEXT.length - 1}/${TEXT.length}`,
  });
  const beyond = await rawCall("GET", url, { headers: { range: "bytes=100000-" } });
  expect({ status: beyond.status, contentRange: beyond.headers.get("content-range") }).toEqual({
    status: 416,
    contentRange: `bytes */${TEXT.length}`,
  });
  const changed = await rawCall("GET", url, { headers: { range: "bytes=4-14", "if-range": '"another"' } });
  expect({ status: changed.status, changed: await changed.text() }).toEqual({ status: 200, changed: TEXT });
});

test("the service rejects a suspended user's content URL with a reason", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, TEXT);
  const { body } = await call("getAsset", { token: ada.token, params: { assetID: assetId } });
  await testEnv.DB.prepare("UPDATE users SET lifecycle_state = 'suspended' WHERE id = ?")
    .bind(ada.userId)
    .run();
  const refused = await call("GET", body.data.signedURL);
  expect({ status: refused.status, code: refused.body.code, trips: refused.trips }).toEqual({
    status: 403,
    code: "permission_denied",
    trips: 1,
  });
});

test("an empty source has an empty body, and all its ranges are unsatisfiable", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, TEXT);
  const { key } = (await testEnv.DB.prepare("SELECT object_key AS key FROM assets WHERE id = ?")
    .bind(assetId)
    .first<{ key: string }>())!;
  const { etag } = (await testEnv.BUCKET.put(key, ""))!;
  await testEnv.DB.prepare("UPDATE assets SET file_size = 0, object_etag = ? WHERE id = ?")
    .bind(etag, assetId)
    .run();
  const { body } = await call("getAsset", { token: ada.token, params: { assetID: assetId } });
  const whole = await rawCall("GET", body.data.signedURL);
  expect({
    status: whole.status,
    contentLength: whole.headers.get("content-length"),
    whole: await whole.text(),
  }).toEqual({
    status: 200,
    contentLength: "0",
    whole: "",
  });
  for (const range of ["bytes=0-", "bytes=-5"]) {
    const refused = await rawCall("GET", body.data.signedURL, { headers: { range } });
    expect({ status: refused.status, contentRange: refused.headers.get("content-range") }).toEqual({
      status: 416,
      contentRange: "bytes */0",
    });
  }
});
