import * as z from "zod";
import { notFound } from "../../../domain/errors.ts";
import { MAX_IMPORT_PARTS } from "../../../domain/import.ts";
import { parseId } from "../../../domain/ids.ts";
import { getImport } from "../../../services/service/get-import.ts";
import { importOrganization as order } from "../../../services/service/import-organization.ts";
import { defineOperation } from "../../operation.ts";
import { idField } from "../../wire/identifier.ts";
import { importReceipt, presentImport } from "../../wire/import.ts";

export const importOrganization = defineOperation({
  id: "importOrganization",
  method: "POST",
  path: "/v1/import",
  who: "user",
  access: "`own` on the organization's root, and one's own uploads there",
  contract: { reader: "not_found" },
  tag: "service",
  summary: "Read the archives of an export into an organization that has nothing yet.",
  description:
    "Each part of the export is uploaded as a file into a collection of the organization (`POST /v1/assets`, its bytes at once or in parts) and not announced; then all of them are named here in their order. All of it is checked before anything is written; `GET /v1/imports/{importID}` tells how far it is. Collections, assets, their texts and artifacts, threads, messages and citations come with new ids, made by the caller. Nobody gets rights by an archive. Afterwards the archives are in the bin.",
  body: z.object({
    organizationId: idField("org"),
    assetIds: z
      .array(idField("asset"))
      .min(1)
      .max(MAX_IMPORT_PARTS)
      .refine((ids) => new Set(ids).size === ids.length, "names one twice"),
  }),
  example: { organizationId: "org_01h455vb4pex5vsknk084sn02q", assetIds: ["asset_01h455vb4pex5vsknk084sn02q"] },
  message: ({ done }) => (done ? "The import is finished." : "Import started."),
  data: importReceipt,
  async handle(ctx, { body }) {
    const found = await order(ctx, body);
    return { data: presentImport(found), done: found.finishedAt !== null };
  },
  async replay(ctx, _input, targetId) {
    const importId = parseId("op", targetId);
    if (importId === null) throw notFound("import");
    const found = await getImport(ctx, { importId });
    return { data: presentImport(found), done: found.finishedAt !== null };
  },
});
