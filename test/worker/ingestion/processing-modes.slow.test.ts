import { afterEach, expect, test, vi } from "vitest";
import { packed, pdfOf } from "../../hostile/pdf.ts";
import { finishProcessing, notify, upload } from "../../support/http/assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const SENTENCES = Array.from(
  { length: 2_000 },
  (_, at) => `The loom number ${at} weaves flowers and leaves.`,
);

/** Records the R2 reads of one asset. `refuse` selects reads that fail. */
function watchReads(assetId: string, refuse: (key: string) => boolean = () => false): string[] {
  const reads: string[] = [];
  const prototype = Object.getPrototypeOf(testEnv.BUCKET) as {
    get: (this: R2Bucket, key: string, options?: R2GetOptions) => Promise<unknown>;
  };
  const { get } = prototype;
  vi.spyOn(prototype, "get").mockImplementation(async function (
    this: R2Bucket,
    key: string,
    options?: R2GetOptions,
  ) {
    if (!key.includes(assetId)) return await get.call(this, key, options);
    reads.push(key);
    if (refuse(key)) throw new Error("R2 is away");
    return await get.call(this, key, options);
  });
  return reads;
}

async function process(ada: Person, assetId: string) {
  await notify(ada, assetId);
  await finishProcessing(assetId);
  return (await call("GET", `/v1/assets/${assetId}`, { token: ada.token })).body.data;
}

test("a large file becomes ready in the next attempt if the index cannot read its text at first", async () => {
  const ada = await signUp();
  const assetId = await upload(ada, ada.personalId, SENTENCES.join(" "));
  let refused = 0;
  const isText = (key: string): boolean => key !== reads[0];
  const reads = watchReads(assetId, (key) => isText(key) && (refused += 1) <= 1);
  expect(await process(ada, assetId)).toMatchObject({ lifecycleState: "ready", failureReason: "" });
  expect(refused).toBeGreaterThan(1);
});

test("the service records each stage of a small file with a large text", async () => {
  const ada = await signUp();
  const lines = SENTENCES.slice(0, 50).map(
    (sentence, at) => `BT/F 10 Tf 1 0 0 1 50 ${740 - at * 14} Tm(${sentence})Tj ET`,
  );
  const page =
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>";
  const pdf = pdfOf([
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Kids[${"3 0 R ".repeat(150)}]/Count 150>>`,
    page,
    packed(lines.join("\n")),
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  ]);
  expect(pdf.length).toBeLessThan(65_536);
  const assetId = await upload(ada, ada.personalId, pdf, {
    name: "looms.pdf",
    contentType: "application/pdf",
  });
  expect(await process(ada, assetId)).toMatchObject({ lifecycleState: "ready", failureReason: "" });
  const { results } = await testEnv.DB.prepare("SELECT text_tokens AS tokens FROM assets WHERE id = ?")
    .bind(assetId)
    .all();
  expect(Number(results[0]?.["tokens"])).toBeGreaterThan(40_000);
});
