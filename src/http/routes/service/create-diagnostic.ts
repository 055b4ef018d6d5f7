import * as z from "zod";
import { notFound } from "../../../domain/errors.ts";
import { parseId } from "../../../domain/ids.ts";
import { createDiagnostic } from "../../../services/service/create-diagnostic.ts";
import { defineOperation } from "../../operation.ts";
import { diagnosticBody } from "../../wire/diagnostic.ts";
import { idString } from "../../wire/identifier.ts";

export const createDiagnosticOperation = defineOperation({
  id: "createDiagnostic",
  method: "POST",
  path: "/v1/diagnostics",
  audience: "user",
  access: "Own account",
  contract: { reader: "ok", stranger: "ok" },
  tag: "service",
  summary: "Report a fault to the operators.",
  description:
    "At most 256 KiB. The service keeps a report for 30 days, for operators only. A user can send 100 " +
    "reports a day. Do not include tokens or document content.",
  body: diagnosticBody,
  example: { message: "The upload stopped at half.", context: { client: "web 1.4", status: 502 } },
  message: "Diagnostic recorded.",
  data: z.object({ diagnosticID: idString("diag") }),
  async handle(ctx, { body }) {
    const { diagnosticId } = await createDiagnostic(ctx, body);
    return { data: { diagnosticID: diagnosticId } };
  },
  async replay(_ctx, _request, targetId) {
    const diagnosticID = parseId("diag", targetId);
    if (diagnosticID === null) throw notFound("diagnostic");
    return { data: { diagnosticID } };
  },
});
