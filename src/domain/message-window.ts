/** The window of a thread's messages: the newest `limit` before the message `before` (null: of all). */
export interface MessageWindow {
  readonly before: string | null;
  readonly limit: number;
}

export const MAX_MESSAGES_SHOWN = 500;
/** Maximum length of a message in UTF-16 code units, each at most three bytes in UTF-8. */
export const MAX_CONTENT_CHARS = 32_768;
/** Default number of messages in the response to a post: the message, its answer, and their context. */
export const MESSAGES_SHOWN_AFTER_POST = 20;

/** The newest messages. */
export function newest(limit: number): MessageWindow {
  return { before: null, limit };
}

export const NEWEST: MessageWindow = newest(MAX_MESSAGES_SHOWN);
