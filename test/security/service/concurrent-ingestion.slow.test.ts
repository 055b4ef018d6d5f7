/**
 * Promise: The service reads many files at the same time: no file waits for the end of another, and no
 * connection breaks. Attack: A client uploaded twenty PDFs, eight at a time. Nineteen stayed in processing
 * forever, and uploads broke. All parsers shared one promise queue, which ended with the object that had
 * created it.
 */
import { setTimeout } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { getAsset, uploadFile, type UploadInput } from "../../../scripts/demo/workspace.ts";
import { readSample, type RemoteUser, signUp } from "../../support/http/remote-user.ts";
import { makePdf, pageOf } from "../../support/fixtures/documents/pdf.ts";
import { scaled } from "../../support/setup/scaled.ts";
import { sharedService } from "../../support/setup/shared-service.ts";

/** The second round shows whether files of the first left a stalled queue. */
const ROUNDS = [scaled({ whole: 20, share: 12 }), 4];
const AT_ONCE = 8;
/** Time in which no further file completes. A busy machine needs long for each one. */
const STILL_TIMEOUT_MS = 240_000;
const TEST_TIMEOUT_MS = 1_200_000;

const service = sharedService();
let ada: RemoteUser;
let kinds: UploadInput[];

beforeAll(async () => {
  ada = await signUp(service, "ada");
  const pdf = (name: string, bytes: Uint8Array<ArrayBuffer>): UploadInput => ({
    name,
    contentType: "application/pdf",
    bytes,
  });
  const lines = Array.from(
    { length: 40 },
    (_, at) => `The loom of shed ${at} weaves flowers and leaves on a summer's evening.`,
  );
  kinds = [
    await readSample("fasta-guide.pdf"),
    pdf(
      "one-page.pdf",
      makePdf({
        pages: [pageOf("A single page.", "", "It says little, and says it once.")],
        title: "One page",
      }),
    ),
    pdf(
      "many-pages.pdf",
      makePdf({ pages: Array.from({ length: scaled({ whole: 60, share: 30 }) }, () => pageOf(...lines)) }),
    ),
    pdf("empty-pages.pdf", makePdf({ pages: [[], pageOf("Between two empty pages stands this."), []] })),
  ];
});

/**
 * Uploads files, eight at a time.
 * @returns the assets, and the uploads that failed
 */
async function uploadAll(files: number): Promise<{ readonly assetIds: string[]; readonly broken: string[] }> {
  const waiting = Array.from({ length: files }, (_, at) => kinds[at % kinds.length] ?? kinds[0]);
  const assetIds: string[] = [];
  const broken: string[] = [];
  const uploader = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      try {
        assetIds.push(await uploadFile(ada.api, ada.workspace, ada.workspace.personalId, file));
      } catch (error) {
        broken.push(String(error));
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, uploader));
  return { assetIds, broken };
}

async function statesOf(assetIds: readonly string[]): Promise<string[]> {
  return await Promise.all(assetIds.map(async (id) => (await getAsset(ada.api, id)).lifecycleState));
}

/** Waits as long as the number of ready assets grows. */
async function waitWhileProgress(assetIds: readonly string[]): Promise<string[]> {
  let states = await statesOf(assetIds);
  const ready = (): number => states.filter((state) => state === "ready").length;
  for (
    let [most, since] = [-1, Date.now()];
    ready() < states.length && Date.now() - since < STILL_TIMEOUT_MS;
    states = await statesOf(assetIds)
  ) {
    if (ready() > most) [most, since] = [ready(), Date.now()];
    await setTimeout(500);
  }
  return states;
}

test(
  "PDFs of several kinds, more than the service processes at a time, all become ready in each round",
  { timeout: TEST_TIMEOUT_MS },
  async () => {
    for (const files of ROUNDS) {
      const { assetIds, broken } = await uploadAll(files);
      expect(broken).toEqual([]);
      expect(await waitWhileProgress(assetIds)).toEqual(assetIds.map(() => "ready"));
    }
  },
);
