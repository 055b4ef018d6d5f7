import * as z from "zod";
import { getDiagnosticContent } from "../../../services/service/get-diagnostic-content.ts";
import { defineOperation } from "../../operation.ts";
import { idParam } from "../../wire/identifier.ts";

export const getDiagnosticContentOperation = defineOperation({
  id: "getDiagnosticContent",
  method: "GET",
  path: "/v1/diagnostics/{diagnosticID}/content",
  audience: "anyone",
  access: "Signed URL for operators",
  tag: "service",
  envelope: false,
  summary: "The content of a fault report, by signed URL.",
  params: z.object({ diagnosticID: idParam("diag") }),
  query: z.object({ token: z.string().max(1_024) }),
  message: "Diagnostic found.",
  data: z.object({
    message: z.string(),
    context: z.record(z.string(), z.unknown()),
    diagnosticID: z.string(),
    at: z.string(),
  }),
  async handle(ctx, { params, query }) {
    return {
      data: (await getDiagnosticContent(ctx, {
        diagnosticId: params.diagnosticID,
        token: query.token,
      })) as never,
    };
  },
});
