import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { uploadFile } from "../../../scripts/demo/workspace.ts";
import { PROJECT_ROOT } from "../../../scripts/lib/project.ts";
import { makePdf, pageOf } from "../../../test/support/fixtures/documents/pdf.ts";
import type { Lap } from "./bystander.ts";
import { endOf, type Instance } from "./instance.ts";
import { type HostileFile, copyBytes } from "./measure-impact.ts";

const FILES = 20;
const AT_ONCE = 8;

export interface Round {
  readonly ready: number;
  readonly failed: number;
  /** Files that were neither ready nor failed at the time limit. */
  readonly left: number;
  /** Uploads with a broken connection or a rejection. */
  readonly broken: number;
  readonly seen: Lap;
  readonly seconds: number;
}

/** PDFs of the samples and generated PDFs of one page and of many pages. */
export async function realPdfs(): Promise<HostileFile[]> {
  const folder = join(PROJECT_ROOT, "samples");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".pdf"));
  const samples = await Promise.all(
    names.map(async (name) => pdf(name, new Uint8Array(await readFile(join(folder, name))))),
  );
  const lines = Array.from(
    { length: 40 },
    (_, at) => `The loom of shed ${at} weaves flowers and leaves on a summer's evening.`,
  );
  return [
    ...samples,
    pdf(
      "one-page.pdf",
      makePdf({ pages: [pageOf("A single page.", "", "It says little, and says it once.")] }),
    ),
    pdf("many-pages.pdf", makePdf({ pages: Array.from({ length: 60 }, () => pageOf(...lines)) })),
    pdf("empty-pages.pdf", makePdf({ pages: [[], pageOf("Between two empty pages stands this."), []] })),
  ];
}

/** Uploads twenty files, eight concurrently, and waits for each. */
export async function uploadMany(
  { client, workspace, bystander }: Instance,
  files: readonly HostileFile[],
  waitMs: number,
): Promise<Round> {
  await bystander.lap();
  const beganAt = performance.now();
  const waiting = Array.from({ length: FILES }, (_, at) => files[at % files.length]).filter(
    (file) => file !== undefined,
  );
  const assetIds: string[] = [];
  let broken = 0;
  const uploader = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const assetId = await uploadFile(client, workspace, workspace.personalId, copyBytes(file)).catch(
        () => null,
      );
      if (assetId === null) broken += 1;
      else assetIds.push(assetId);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, uploader));
  const ends = await Promise.all(
    assetIds.map(async (assetId) => await endOf(client, assetId, waitMs).catch(() => ({ state: "broken" }))),
  );
  const count = (state: string): number => ends.filter((end) => end.state === state).length;
  const [ready, failed] = [count("ready"), count("failed")];
  const seconds = (performance.now() - beganAt) / 1_000;
  return { ready, failed, broken, left: ends.length - ready - failed, seen: await bystander.lap(), seconds };
}

function pdf(name: string, bytes: Uint8Array<ArrayBuffer>): HostileFile {
  return { name, contentType: "application/pdf", bytes };
}
