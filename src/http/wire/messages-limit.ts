import * as z from "zod";
import { MAX_MESSAGES_SHOWN } from "../../domain/message-window.ts";

/** How many of a thread's newest messages are shown; a query parameter. */
export const messagesLimit = z
  .string()
  .refine(
    (value) => /^\d{1,3}$/.test(value) && Number(value) <= MAX_MESSAGES_SHOWN,
    `must be a whole number from 0 to ${MAX_MESSAGES_SHOWN}`,
  )
  .meta({ type: "integer", minimum: 0, maximum: MAX_MESSAGES_SHOWN })
  .transform(Number)
  .prefault(String(MAX_MESSAGES_SHOWN));
