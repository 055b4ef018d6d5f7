/** A request that the service did not answer with `ok`. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** HTTP status. */
  readonly status!: number;
  /** A code of the service, such as `not_found`; `unknown` when the answer was none of the service's. */
  readonly code!: string;
  /** Finds the request in the service's log; "" when there is none. */
  readonly operationId!: string;
  /** Of the request: `POST`, and the path as the service's document writes it. */
  readonly method!: string;
  readonly path!: string;
  /** What is wrong with which field. */
  readonly issues!: readonly { readonly path: string; readonly message: string }[];

  constructor(told: Pick<ApiError, "status" | "code" | "message" | "operationId" | "method" | "path" | "issues">) {
    const { message, ...rest } = told;
    super(message);
    Object.assign(this, rest);
  }
}

/** Passing refusals, as HTTP has them. */
const PASSING: readonly number[] = [408, 429];

/** Whether the service has refused for good: anything else may pass. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && !PASSING.includes(error.status);
}

/** A message that the thread did not take. */
export class FrameRefused extends Error {
  override readonly name = "FrameRefused";
  /** A code of the service; `deadline_exceeded` when it was sent again and again and nothing was heard of it. */
  readonly code: string;
  readonly messageId: string;

  constructor(code: string, message: string, messageId: string) {
    super(message);
    this.code = code;
    this.messageId = messageId;
  }
}

/** How a connection ended. */
export interface Closing {
  /** The close code; 1000 after `close()`. */
  readonly code: number;
  readonly reason: string;
}

/** The connection has ended for good. Whether a message that was waiting then has been stored is not known: send it again under its id. */
export class ConnectionClosed extends Error implements Closing {
  override readonly name = "ConnectionClosed";
  readonly code: number;
  readonly reason: string;

  constructor(code: number, reason: string) {
    super(`The connection to the thread has ended (${code}${reason === "" ? "" : `: ${reason}`}).`);
    this.code = code;
    this.reason = reason;
  }
}
