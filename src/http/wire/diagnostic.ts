import * as z from "zod";
import { DIAGNOSTIC_BYTES } from "../../domain/diagnostic.ts";
import { text } from "./fields.ts";

const fault = z.object({
  message: text(1, 10_000),
  context: z.record(z.string(), z.unknown()).optional().default({}),
});

/** A client's error report. */
export const diagnosticBody = fault.refine(
  (value) => new TextEncoder().encode(JSON.stringify(value)).length <= DIAGNOSTIC_BYTES,
  {
    path: ["context"],
    error: "message and context may have 256 KiB together",
  },
);
