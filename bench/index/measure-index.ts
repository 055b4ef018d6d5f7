import * as z from "zod";
import { serviceSecret } from "../../scripts/lib/local-tokens.ts";
import { localSecrets } from "../../scripts/lib/secrets.ts";
import { idFromBytes } from "../../src/domain/ids.ts";
import { readNumbers } from "../lib/options.ts";
import { call, type Member, signIn } from "../lib/service.ts";
import { showNumber, showTable } from "../lib/statistics.ts";
import { uploadText } from "../lib/upload-text.ts";
import { proseOf } from "./prose.ts";
import { lapsOf, searchFor, summaryOf } from "./searches.ts";
import { withService } from "./with-service.ts";

const DEFAULTS = { mib: [25], documents: [50] } as const;
const CLEANING_MS = 10_000;
const HEAD = ["searches", "number", "p50 ms", "p95 ms", "longest ms"];
const indexed = z.object({ indexed: z.int(), cursor: z.string() });

/**
 * How long one long text holds its organization's index: searches one after the other in quiet, while the text is indexed, and while the rows
 * that it replaces are deleted. Then what a document of a kilobyte costs the index.
 */
export async function measureIndex(args: readonly string[]): Promise<void> {
  const { mib, documents } = readNumbers(args, DEFAULTS, "npm run bench -- index");
  await withService(async (origin, stateFolder) => {
    const [ada, ben] = [await signIn(origin, stateFolder, "ada"), await signIn(origin, stateFolder, "ben")];
    const reindex = async (member: Member): Promise<number> => {
      const authorization = `Bearer ${serviceSecret(await localSecrets(stateFolder), ["ops"])}`;
      const organizationId = idFromBytes("org", member.context.organizationId);
      const start = performance.now();
      let cursor = "";
      do {
        cursor = (await call(origin, authorization, "POST", "/ops/reindex", { organizationId, cursor }, indexed)).data.cursor;
      } while (cursor !== "");
      return performance.now() - start;
    };
    await uploadText(origin, ada, "The kettle stood upon the hearth.");
    const rows = [HEAD];
    rows.push(["in quiet", ...summaryOf(await lapsOf(searchFor(origin, ada), 3_000))]);
    for (const size of mib) {
      const start = performance.now();
      await uploadText(origin, ada, proseOf(size * 1024 * 1024 - 1), 300_000);
      process.stdout.write(`${size} MiB of text: ready after ${showNumber((performance.now() - start) / 1_000, 1)} s. `);
      rows.push([`${size} MiB, all indexed`, ...summaryOf(await lapsOf(searchFor(origin, ada), 3_000))]);
      const indexing = reindex(ada);
      rows.push([`${size} MiB, while it is indexed`, ...summaryOf(await lapsOf(searchFor(origin, ada), indexing))]);
      process.stdout.write(`Indexed again in ${showNumber((await indexing) / 1_000, 1)} s.\n`);
      rows.push([`${size} MiB, while old rows go`, ...summaryOf(await lapsOf(searchFor(origin, ada), CLEANING_MS))]);
    }
    process.stdout.write(`\n${showTable(rows)}\n`);
    for (const count of documents) {
      for (let at = 0; at < count; at += 1) await uploadText(origin, ben, proseOf(1_000, at));
      await reindex(ben);
      const perDocument = (await reindex(ben)) / count;
      process.stdout.write(`${count} documents of a kilobyte, indexed again: ${showNumber(perDocument, 1)} ms each.\n`);
    }
  });
}
