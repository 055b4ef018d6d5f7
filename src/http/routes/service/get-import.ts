import * as z from "zod";
import { getImport } from "../../../services/service/get-import.ts";
import { defineOperation } from "../../operation.ts";
import { idParam } from "../../wire/identifier.ts";
import { importReceipt, presentImport } from "../../wire/import-receipt.ts";

export const getImportOperation = defineOperation({
  id: "getImport",
  method: "GET",
  path: "/v1/imports/{importID}",
  audience: "user",
  access: "The requester, and owners of the organization's root",
  contract: { reader: "not_found" },
  tag: "service",
  summary: "The progress and result of an import.",
  params: z.object({ importID: idParam("op") }),
  message: ({ done }) => (done ? "The import is finished." : "The import is running."),
  data: importReceipt,
  async handle(ctx, { params }) {
    const found = await getImport(ctx, { importId: params.importID });
    return { data: presentImport(found), done: found.finishedAt !== null };
  },
});
