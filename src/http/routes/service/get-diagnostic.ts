import * as z from "zod";
import { getDiagnostic as get } from "../../../services/service/get-diagnostic.ts";
import { defineOperation } from "../../operation.ts";
import { idParam } from "../../wire/identifier.ts";

export const getDiagnostic = defineOperation({
  id: "getDiagnostic",
  method: "GET",
  path: "/ops/diagnostics/{diagnosticID}",
  who: { service: "ops" },
  access: "A service, for all diagnostics",
  tag: "service",
  summary: "A link to what a client told of a fault.",
  description: "`url` gives it as JSON for one hour, to anyone who has it.",
  params: z.object({ diagnosticID: idParam("diag") }),
  message: "Diagnostic found.",
  data: z.object({ url: z.string() }),
  async handle(ctx, { params }) {
    return { data: await get(ctx, { diagnosticId: params.diagnosticID }) };
  },
});
