/**
 * Promise: Many files at once are all read: none waits for the end of another, and no connection breaks while they are read.
 * Attack: Twenty PDFs, uploaded eight at a time, left nineteen of them processing for good and broke uploads under way: parsers stood in one
 * queue of promises for all objects, which ended with the object that had begun it.
 */
import { beforeAll, expect, it } from "vitest";
import { getAsset, uploadFile, type UploadInput } from "../../../scripts/demo/workspace.ts";
import { readSample, type RemoteUser, signUp } from "../../support/client.ts";
import { makePdf, pageOf } from "../../support/documents/pdf.ts";
import { sharedService } from "../../support/shared-service.ts";

const FILES = 20;
const AT_ONCE = 8;
const ROUNDS = 2;
const READY_TIMEOUT_MS = 120_000;
const TEST_TIMEOUT_MS = 300_000;

const service = sharedService();
let ada: RemoteUser;
let kinds: UploadInput[];

beforeAll(async () => {
  ada = await signUp(service, "ada");
  const pdf = (name: string, bytes: Uint8Array<ArrayBuffer>): UploadInput => ({ name, contentType: "application/pdf", bytes });
  const lines = Array.from({ length: 40 }, (_, at) => `The loom of shed ${at} weaves flowers and leaves on a summer's evening.`);
  kinds = [
    await readSample("fasta-guide.pdf"),
    pdf("one-page.pdf", makePdf({ pages: [pageOf("A single page.", "", "It says little, and says it once.")], title: "One page" })),
    pdf("many-pages.pdf", makePdf({ pages: Array.from({ length: 60 }, () => pageOf(...lines)) })),
    pdf("empty-pages.pdf", makePdf({ pages: [[], pageOf("Between two empty pages stands this."), []] })),
  ];
});

/** Uploads eight at a time. @returns the assets, and what broke */
async function uploadAll(): Promise<{ readonly assetIds: string[]; readonly broken: string[] }> {
  const waiting = Array.from({ length: FILES }, (_, at) => kinds[at % kinds.length] ?? kinds[0]);
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

it("twenty PDFs of several kinds, eight at a time, are all ready, round after round", { timeout: TEST_TIMEOUT_MS }, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { assetIds, broken } = await uploadAll();
    expect(broken).toEqual([]);
    const states = async () => await Promise.all(assetIds.map(async (id) => (await getAsset(ada.api, id)).lifecycleState));
    await expect.poll(states, { timeout: READY_TIMEOUT_MS, interval: 500 }).toEqual(assetIds.map(() => "ready"));
  }
});
