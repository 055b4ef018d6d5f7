/** Which of a thread's messages are shown: the newest `limit` of those before the message `before` (null: of all). */
export interface MessageWindow {
  readonly before: string | null;
  readonly limit: number;
}

export const MAX_MESSAGES_SHOWN = 500;

/** The newest messages of all. */
export function newest(limit: number): MessageWindow {
  return { before: null, limit };
}

export const NEWEST: MessageWindow = newest(MAX_MESSAGES_SHOWN);
