import * as z from "zod";
import { IMPORT_STATES } from "../../domain/import.ts";
import type { Import } from "../../services/service/get-import.ts";
import { idString } from "./identifier.ts";
import { nullableTimestamp, presentMoment, timestamp } from "./values.ts";

const count = z.int().min(0);

export const importReceipt = z.object({
  importId: z.string().describe("An `op_…`."),
  organizationId: idString("org"),
  requestedBy: idString("user"),
  requestedAt: timestamp,
  finishedAt: nullableTimestamp,
  state: z.enum(IMPORT_STATES).describe("`checking`: all of it is read, and nothing is written. `importing`: it is being written."),
  failureReason: z.string().describe('Why nothing more comes of it; `""` unless it is `failed`.'),
  sourceId: z.string().describe('Whose archives they are: an `org_…`; `""` before that was read.'),
  assetIds: z.array(idString("asset")).describe("The archives."),
  counts: z
    .object({ collections: count, assets: count, threads: count, messages: count, citations: count })
    .describe("What was read in so far; collections with the first ones, which stand for those of the archive."),
});

export function presentImport({ id, requestedAt, finishedAt, assetIds, ...found }: Import): z.input<typeof importReceipt> {
  return {
    importId: id,
    requestedAt: requestedAt.toISOString(),
    finishedAt: presentMoment(finishedAt),
    assetIds: [...assetIds],
    ...found,
  };
}
