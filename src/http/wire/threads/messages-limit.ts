import * as z from "zod";
import { MAX_MESSAGES_SHOWN, MESSAGES_SHOWN_AFTER_POST } from "../../../domain/message-window.ts";

/** Query parameter for the number of newest messages to return. */
export const messagesLimit = limitOfMessages(0, MAX_MESSAGES_SHOWN);

/**
 * Like `messagesLimit`, for the response after posting a message. The default is low, because the caller has
 * seen the earlier messages.
 */
export const messagesLimitOfPost = limitOfMessages(1, MESSAGES_SHOWN_AFTER_POST);

function limitOfMessages(least: number, unsaid: number) {
  return z
    .string()
    .refine(
      (value) => /^\d{1,3}$/.test(value) && Number(value) >= least && Number(value) <= MAX_MESSAGES_SHOWN,
      `must be a whole number from ${least} to ${MAX_MESSAGES_SHOWN}`,
    )
    .meta({ type: "integer", minimum: least, maximum: MAX_MESSAGES_SHOWN })
    .transform(Number)
    .prefault(String(unsaid));
}
