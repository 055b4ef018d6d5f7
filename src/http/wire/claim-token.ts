import { text } from "./fields.ts";

/** An invitation in a path: its token id as a string, or its public token. */
export const claimToken = text(1, 200).meta({ description: "The invitation's `publicToken`, or its token id as a string." });
