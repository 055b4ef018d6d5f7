import * as z from "zod";
import { notFound } from "../../../domain/errors.ts";
import { MAX_IMPORT_PARTS } from "../../../domain/import.ts";
import { parseId } from "../../../domain/ids.ts";
import { getImport } from "../../../services/service/get-import.ts";
import { importOrganization } from "../../../services/service/import-organization.ts";
import { defineOperation } from "../../operation.ts";
import { idField } from "../../wire/identifier.ts";
import { importReceipt, presentImport } from "../../wire/import-receipt.ts";

export const importOrganizationOperation = defineOperation({
  id: "importOrganization",
  method: "POST",
  path: "/v1/import",
  audience: "user",
  access: "`own` on the organization's root, and your own uploads there",
  contract: { reader: "not_found" },
  tag: "service",
  summary: "Import the archives of an export into an empty organization.",
  description:
    "Upload each part of the export into a collection of the organization (`POST /v1/assets`) and do " +
    "not call `notifyUploaded`. Then name all parts here in order. The service checks all of them " +
    "before it writes. `GET /v1/imports/{importID}` reports progress. Collections, assets, texts, " +
    "artifacts, threads, messages and citations get new ids and belong to the caller. An archive " +
    "grants no rights. After the import the archives are deleted assets.",
  body: z.object({
    organizationId: idField("org"),
    assetIds: z
      .array(idField("asset"))
      .min(1)
      .max(MAX_IMPORT_PARTS)
      .refine((ids) => new Set(ids).size === ids.length, "names one twice"),
  }),
  example: {
    organizationId: "org_01h455vb4pex5vsknk084sn02q",
    assetIds: ["asset_01h455vb4pex5vsknk084sn02q"],
  },
  message: ({ done }) => (done ? "The import is finished." : "Import started."),
  data: importReceipt,
  async handle(ctx, { body }) {
    const found = await importOrganization(ctx, body);
    return { data: presentImport(found), done: found.finishedAt !== null };
  },
  async replay(ctx, _input, targetId) {
    const importId = parseId("op", targetId);
    if (importId === null) throw notFound("import");
    const found = await getImport(ctx, { importId });
    return { data: presentImport(found), done: found.finishedAt !== null };
  },
});
