import { expect, test } from "vitest";
import { addReadyAsset, upload } from "../../support/http/assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { addWaitingAsset, findWaiting, putArtifact } from "../../support/http/processor-update.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";

const SHORT = "The loom weaves *flowers* & leaves.";
/** `LETTER` exceeds the limit for inline extraction, and `BOOK` exceeds the in-memory limit. */
const [LETTER, BOOK] = [120, 1_500].map((times) =>
  "The loom in shed seven weaves flowers and leaves of silk.\n\n".repeat(times),
) as [string, string];

async function artifactOf(
  { token }: Person,
  assetId: string,
  kind: string,
  headers: Record<string, string> = {},
) {
  return await rawCall("GET", `/v1/assets/${assetId}/artifacts/${kind}`, { token, headers });
}

async function recordOf({ token }: Person, assetId: string): Promise<Record<string, unknown>> {
  return (await call("getAsset", { token, params: { assetID: assetId } })).body.data;
}

test.each([
  [
    "short",
    SHORT,
    "<p>The loom weaves *flowers* &amp; leaves.</p>",
    "The loom weaves \\*flowers\\* & leaves.\n",
  ],
  [
    "small",
    LETTER,
    "<p>The loom in shed seven weaves flowers and leaves of silk.</p>\n<p>The loom",
    "shed seven",
  ],
  [
    "long",
    BOOK,
    "<p>The loom in shed seven weaves flowers and leaves of silk.</p>\n<p>The loom",
    "shed seven",
  ],
])("a %s text has both artifacts, and its record lists them", async (_, text, html, markdown) => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, text);
  const record = await recordOf(ada, assetId);
  expect([
    record["producedHTMLArtifact"],
    record["producedMarkdownArtifact"],
    record["producedTranscriptionArtifact"],
  ]).toEqual([true, true, false]);
  const [page, marked] = [await artifactOf(ada, assetId, "html"), await artifactOf(ada, assetId, "markdown")];
  expect({ status: page.status, contentType: page.headers.get("content-type") }).toEqual({
    status: 200,
    contentType: "text/html; charset=utf-8",
  });
  expect(page.headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
  expect(page.headers.get("content-disposition")).toBe("attachment");
  const content = await page.text();
  expect(content).toContain(html);
  expect([content.startsWith("<!doctype html>\n"), content.endsWith("</body></html>\n")]).toEqual([
    true,
    true,
  ]);
  expect(page.headers.get("content-length")).toBe(String(content.length));
  expect({ contentType: marked.headers.get("content-type"), marked: await marked.text() }).toEqual({
    contentType: "text/markdown; charset=utf-8",
    marked: expect.stringContaining(markdown),
  });
  for (const count of ["htmlArtifactTokenCount", "markdownTokenCount"])
    expect(record[count]).toBeGreaterThan(5);
  const tag = page.headers.get("etag") ?? "";
  expect((await artifactOf(ada, assetId, "html", { "if-none-match": tag })).status).toBe(304);
  expect((await artifactOf(ada, assetId, "markdown", { "if-none-match": tag })).status).toBe(200);
});

test("a second asset with the same bytes has its own artifacts", async () => {
  const ada = await signUp();
  const [first, second] = [
    await addReadyAsset(ada, ada.personalId, LETTER),
    await addReadyAsset(ada, ada.personalId, LETTER),
  ];
  const pages = await Promise.all(
    [first, second].map(async (id) => await (await artifactOf(ada, id, "html")).text()),
  );
  expect(pages[1]).toBe(pages[0]);
  const { artifacts } = (await testEnv.DB.prepare("SELECT artifacts FROM assets WHERE id = ?")
    .bind(second)
    .first<{ artifacts: string }>())!;
  expect(artifacts).toContain(second);
  expect(artifacts).not.toContain(first);
});

test("the service rejects missing and unknown kinds, unprocessed assets and other users' assets, each with its own error", async () => {
  const [ada, eve] = [await signUp(), await signUp()];
  const assetId = await addReadyAsset(ada, ada.personalId, SHORT);
  const unread = await upload(ada, ada.personalId, SHORT);
  const asked = [
    artifactOf(ada, assetId, "transcription"),
    artifactOf(ada, unread, "html"),
    artifactOf(eve, assetId, "html"),
    artifactOf(ada, assetId, "pdf"),
  ];
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([409, 409, 404, 400]);
});

test("a reprocessed asset has artifacts of its current text", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, SHORT);
  await testEnv.DB.prepare("UPDATE assets SET artifacts = '{}' WHERE id = ?").bind(assetId).run();
  expect((await artifactOf(ada, assetId, "html")).status).toBe(409);
  await call("reprocessAsset", { token: ada.token, params: { assetID: assetId }, body: {} });
  await expect
    .poll(async () => (await artifactOf(ada, assetId, "html")).status, { timeout: 10_000 })
    .toBe(200);
});

test("the service returns one byte range of an extracted or uploaded artifact", async () => {
  const ada = await signUp();
  const made = await addReadyAsset(ada, ada.personalId, SHORT);
  const sent = await addWaitingAsset(ada);
  await putArtifact(
    (await findWaiting(sent)).artifactURLs.html,
    "<p>A loom that somebody has seen in shed seven.</p>",
  );
  for (const assetId of [made, sent]) {
    const page = await artifactOf(ada, assetId, "html");
    const [content, tag] = [await page.text(), page.headers.get("etag") ?? ""];
    const of = content.length;
    const shown = async (range: string, headers: Record<string, string> = {}) => {
      const answer = await artifactOf(ada, assetId, "html", { range, ...headers });
      return [
        answer.status,
        answer.headers.get("content-range"),
        answer.status === 416 ? "" : await answer.text(),
      ];
    };
    expect(page.headers.get("accept-ranges")).toBe("bytes");
    expect(await shown("bytes=3-8")).toEqual([206, `bytes 3-8/${of}`, content.slice(3, 9)]);
    expect(await shown(`bytes=5-${of + 90}`, { "if-range": tag })).toEqual([
      206,
      `bytes 5-${of - 1}/${of}`,
      content.slice(5),
    ]);
    expect(await shown("bytes=-4")).toEqual([206, `bytes ${of - 4}-${of - 1}/${of}`, content.slice(-4)]);
    expect(await shown(`bytes=-${of + 9}`)).toEqual([206, `bytes 0-${of - 1}/${of}`, content]);
    for (const all of ["bytes=0-1,3-4", "words=0-1", "bytes=two"])
      expect(await shown(all)).toEqual([200, null, content]);
    expect(await shown("bytes=3-8", { "if-range": '"another"' })).toEqual([200, null, content]);
    for (const nothing of ["bytes=-0", `bytes=${of}-`])
      expect(await shown(nothing)).toEqual([416, `bytes */${of}`, ""]);
    expect(await shown("bytes=3-8", { "if-none-match": tag })).toEqual([304, null, ""]);
  }
});

test("an empty artifact is an empty document, and all its ranges are unsatisfiable", async () => {
  const ada = await signUp();
  const made = await addReadyAsset(ada, ada.personalId, SHORT);
  await testEnv.DB.prepare(
    "UPDATE assets SET artifacts = json_set(artifacts, '$.html.range.length', 0) WHERE id = ?",
  )
    .bind(made)
    .run();
  const sent = await addWaitingAsset(ada);
  expect((await putArtifact((await findWaiting(sent)).artifactURLs.html, "")).status).toBe(200);
  for (const assetId of [made, sent]) {
    const page = await artifactOf(ada, assetId, "html");
    expect({
      status: page.status,
      contentLength: page.headers.get("content-length"),
      page: await page.text(),
    }).toEqual({
      status: 200,
      contentLength: "0",
      page: "",
    });
    for (const range of ["bytes=0-", "bytes=0-0", "bytes=-5"]) {
      const refused = await artifactOf(ada, assetId, "html", { range });
      expect({ status: refused.status, contentRange: refused.headers.get("content-range") }).toEqual({
        status: 416,
        contentRange: "bytes */0",
      });
    }
  }
});
