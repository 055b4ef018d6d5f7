/** Which of a thread's messages are shown: the newest `limit` of those before the message `before` (null: of all). */
export interface MessageWindow {
  readonly before: string | null;
  readonly limit: number;
}

export const MAX_MESSAGES_SHOWN = 500;

export const NEWEST: MessageWindow = { before: null, limit: MAX_MESSAGES_SHOWN };
