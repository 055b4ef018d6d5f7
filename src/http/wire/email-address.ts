import * as z from "zod";
import { asciiLower } from "../../domain/ascii-lower.ts";

/** An e-mail address in a body; ASCII lower-cased. */
export const emailAddress = z.email("must be an e-mail address").max(320).transform(asciiLower);
