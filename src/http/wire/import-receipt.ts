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
  state: z
    .enum(IMPORT_STATES)
    .describe(
      "`checking`: the service reads the archives and writes nothing. `importing`: it writes the records.",
    ),
  failureReason: z.string().describe('Reason of the failure; `""` unless it is `failed`.'),
  sourceId: z.string().describe('The exported organization: an `org_…`; `""` until the service has read it.'),
  assetIds: z.array(idString("asset")).describe("The archives."),
  counts: z
    .object({ collections: count, assets: count, threads: count, messages: count, citations: count })
    .describe(
      "Imported records so far. The collections include the default ones, which replace those of the archive.",
    ),
});

export function presentImport({
  id,
  requestedAt,
  finishedAt,
  assetIds,
  ...found
}: Import): z.input<typeof importReceipt> {
  return {
    importId: id,
    requestedAt: requestedAt.toISOString(),
    finishedAt: presentMoment(finishedAt),
    assetIds: [...assetIds],
    ...found,
  };
}
