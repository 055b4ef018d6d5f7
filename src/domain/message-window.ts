/** Which of a thread's messages are shown: the newest `limit` of those before the message `before` (null: of all). */
export interface MessageWindow {
  readonly before: string | null;
  readonly limit: number;
}

export const MAX_MESSAGES_SHOWN = 500;
/** Of one message, in UTF-16 code units: at most three bytes each in UTF-8. */
export const MAX_CONTENT_CHARS = 32_768;
/** What the answer of a post shows unless its caller asks for more: the message, its answer, and what led to them. */
export const MESSAGES_SHOWN_AFTER_POST = 20;

/** The newest messages of all. */
export function newest(limit: number): MessageWindow {
  return { before: null, limit };
}

export const NEWEST: MessageWindow = newest(MAX_MESSAGES_SHOWN);
