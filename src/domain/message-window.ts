/**
 * A window of a thread's messages: the newest `limit` messages before the message `before`. If `before` is
 * null, the newest of all messages.
 */
export interface MessageWindow {
  readonly before: string | null;
  readonly limit: number;
}

export const MAX_MESSAGES_SHOWN = 500;
/** Maximum length of a message in UTF-16 code units. Each has at most three bytes in UTF-8. */
export const MAX_CONTENT_CHARS = 32_768;
/**
 * Default number of messages in the response to a post: the new message, its answer, and earlier messages.
 */
export const MESSAGES_SHOWN_AFTER_POST = 20;

/** Returns the window of the newest messages. */
export function newest(limit: number): MessageWindow {
  return { before: null, limit };
}

export const NEWEST: MessageWindow = newest(MAX_MESSAGES_SHOWN);
