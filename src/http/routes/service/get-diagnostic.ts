import * as z from "zod";
import { getDiagnostic } from "../../../services/service/get-diagnostic.ts";
import { defineOperation } from "../../operation.ts";
import { idParam } from "../../wire/identifier.ts";

export const getDiagnosticOperation = defineOperation({
  id: "getDiagnostic",
  method: "GET",
  path: "/ops/diagnostics/{diagnosticID}",
  audience: { service: "ops" },
  access: "A service, for all diagnostics",
  tag: "service",
  summary: "A signed URL for a fault report.",
  description: "Anyone with `url` can read the report as JSON for one hour.",
  params: z.object({ diagnosticID: idParam("diag") }),
  message: "Diagnostic found.",
  data: z.object({ url: z.string() }),
  async handle(ctx, { params }) {
    return { data: await getDiagnostic(ctx, { diagnosticId: params.diagnosticID }) };
  },
});
