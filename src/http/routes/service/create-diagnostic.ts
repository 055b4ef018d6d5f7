import * as z from "zod";
import { notFound } from "../../../domain/errors.ts";
import { parseId } from "../../../domain/ids.ts";
import { createDiagnostic as create } from "../../../services/service/create-diagnostic.ts";
import { defineOperation } from "../../operation.ts";
import { diagnosticBody } from "../../wire/diagnostic.ts";
import { idString } from "../../wire/identifier.ts";

export const createDiagnostic = defineOperation({
  id: "createDiagnostic",
  method: "POST",
  path: "/v1/diagnostics",
  who: "user",
  access: "The user themselves",
  contract: { reader: "ok", stranger: "ok" },
  tag: "service",
  summary: "Tell the operators of a fault.",
  description:
    "What a client knows of a fault, at most 256 KiB: kept for 30 days, for operators alone. At most 100 a day of one user. Do not send tokens or content of documents.",
  body: diagnosticBody,
  example: { message: "The upload stopped at half.", context: { client: "web 1.4", status: 502 } },
  message: "Diagnostic recorded.",
  data: z.object({ diagnosticID: idString("diag") }),
  async handle(ctx, { body }) {
    const { diagnosticId } = await create(ctx, body);
    return { data: { diagnosticID: diagnosticId } };
  },
  async replay(_ctx, _request, targetId) {
    const diagnosticID = parseId("diag", targetId);
    if (diagnosticID === null) throw notFound("diagnostic");
    return { data: { diagnosticID } };
  },
});
