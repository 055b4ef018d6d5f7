import * as z from "zod";
import { FAILURE_CODES } from "../../../domain/failure-code.ts";

/** The code beside a failure's sentence. */
export const failureCode = z.enum([...FAILURE_CODES, ""]).meta({
  description:
    'The kind of the failure, for translation and advice; "" without a failure. `other`: a processor or an import gave the reason.',
});
