import * as z from "zod";

/** An e-mail address in a body; ASCII lower-cased. */
export const emailAddress = z
  .email("must be an e-mail address")
  .max(320)
  .transform((email) => email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()));
