import * as z from "zod";
import { Failure } from "../../../scripts/lib/failure.ts";
import { serviceSecret } from "../../../scripts/lib/user-token.ts";
import { readOptions } from "../../../scripts/lib/options.ts";
import { localSecrets } from "../../../scripts/lib/secrets.ts";
import { idFromBytes } from "../../../src/domain/ids.ts";
import { call, type Member, signIn } from "../lib/service.ts";
import { showNumber, showTable } from "../lib/statistics.ts";
import { uploadText } from "../lib/upload-text.ts";
import { KINDS } from "./kinds.ts";
import { proseOf } from "./prose.ts";
import { lapsOf, searchFor, summaryOf } from "./search-laps.ts";
import { withService } from "./with-service.ts";

const CLEANING_MS = 10_000;
const QUIET_MS = 3_000;
const USAGE = `npm run bench -- index [--kind ${Object.keys(KINDS).join(",")}] [--mib 25] [--documents 50]`;
const HEAD = ["searches", "number", "p50 ms", "p95 ms", "longest ms", "waited for ms", "held ms"];
const EXPLAINED =
  "Waited for: the largest CPU time of the service's threads during a search, including the search itself.\n" +
  "Held: the longest CPU time of the runtime's thread without a yield; the target is 50.\n";
const indexed = z.object({ indexed: z.int(), cursor: z.string() });

/**
 * Measures how long a long text of each kind blocks its organization's index. Searches run in quiet, during
 * indexing, and during the deletion of replaced rows. Then it measures the index cost of a document of one
 * kilobyte.
 */
export async function measureIndex(args: readonly string[]): Promise<void> {
  const { kinds, mib, documents } = readIndexOptions(args);
  await withService(async (origin, stateFolder, threads, holds) => {
    const rows = [HEAD];
    for (const kind of kinds) {
      const ada = await signIn(origin, stateFolder, kind);
      const seen = async (what: string, until: number | Promise<unknown>): Promise<void> => {
        await holds.lap();
        const laps = await lapsOf(searchFor(origin, ada), threads, until);
        rows.push([what, ...summaryOf(laps), showNumber(await holds.lap(), 1)]);
      };
      await uploadText(origin, ada, "The kettle stood upon the hearth.");
      await seen("in quiet", QUIET_MS);
      const name = `${mib} MiB of ${kind}`;
      const start = performance.now();
      const uploading = uploadText(origin, ada, KINDS[kind]?.(mib * 1024 * 1024 - 1) ?? "", 300_000);
      await seen(`${name}, until it is ready`, uploading);
      await uploading;
      process.stdout.write(`${name}: ready after ${showNumber((performance.now() - start) / 1_000, 1)} s. `);
      await seen(`${name}, all indexed`, QUIET_MS);
      const indexing = reindex(origin, stateFolder, ada);
      await seen(`${name}, while it is indexed`, indexing);
      process.stdout.write(`Indexed again in ${showNumber((await indexing) / 1_000, 1)} s.\n`);
      await seen(`${name}, while old rows go`, CLEANING_MS);
    }
    process.stdout.write(`\n${showTable(rows)}${EXPLAINED}\n`);
    if (documents > 0) await measureDocuments(origin, stateFolder, documents);
  });
}

async function measureDocuments(origin: string, stateFolder: string, count: number): Promise<void> {
  const ben = await signIn(origin, stateFolder, "ben");
  for (let at = 0; at < count; at += 1) await uploadText(origin, ben, proseOf(1_000, at));
  await reindex(origin, stateFolder, ben);
  const perDocument = (await reindex(origin, stateFolder, ben)) / count;
  process.stdout.write(
    `Reindexing ${count} documents of one kilobyte: ${showNumber(perDocument, 1)} ms each.\n`,
  );
}

/** @returns the duration in milliseconds */
async function reindex(origin: string, stateFolder: string, member: Member): Promise<number> {
  const authorization = `Bearer ${serviceSecret(await localSecrets(stateFolder), ["ops"])}`;
  const organizationId = idFromBytes("org", member.context.organizationId);
  const start = performance.now();
  let cursor = "";
  do {
    cursor = (await call(origin, authorization, "POST", "/ops/reindex", { organizationId, cursor }, indexed))
      .data.cursor;
  } while (cursor !== "");
  return performance.now() - start;
}

function readIndexOptions(args: readonly string[]) {
  const text = (value: string) => ({ type: "string", default: value }) as const;
  const all = Object.keys(KINDS);
  const values = readOptions(
    { kind: text(all.join(",")), mib: text("25"), documents: text("50") },
    USAGE,
    args,
  );
  const [kinds, mib, documents] = [values.kind.split(","), Number(values.mib), Number(values.documents)];
  if (!kinds.every((kind) => all.includes(kind)) || !(mib > 0) || !(documents >= 0))
    throw new Failure(`Unknown kind or invalid number. Usage: ${USAGE}`);
  return { kinds, mib, documents };
}
