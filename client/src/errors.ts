/** A request that the service did not answer with `ok`. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** HTTP status of the response. */
  readonly status!: number;
  /**
   * An error code of the service, such as `not_found`; `unknown` if the response did not come from the
   * service.
   */
  readonly code!: string;
  /** Id of the request in the service's log; "" if the response has none. */
  readonly operationId!: string;
  /** The method and the path template of the request. */
  readonly method!: string;
  readonly path!: string;
  /** Invalid fields and their problems. */
  readonly issues!: readonly { readonly path: string; readonly message: string }[];

  constructor(
    told: Pick<ApiError, "status" | "code" | "message" | "operationId" | "method" | "path" | "issues">,
  ) {
    const { message, ...rest } = told;
    super(message);
    Object.assign(this, rest);
  }
}

/** HTTP statuses of temporary rejections: request timeout and too many requests. */
const PASSING: readonly number[] = [408, 429];

/** Whether the rejection is final. All other failures are temporary. */
export function isRejection(error: unknown): error is ApiError {
  return (
    error instanceof ApiError && error.status >= 400 && error.status < 500 && !PASSING.includes(error.status)
  );
}

/** A message that the thread rejected. */
export class FrameRefused extends Error {
  override readonly name = "FrameRefused";
  /**
   * An error code of the service; `deadline_exceeded` if the message was sent several times without a
   * response.
   */
  readonly code: string;
  readonly messageId: string;

  constructor(code: string, message: string, messageId: string) {
    super(message);
    this.code = code;
    this.messageId = messageId;
  }
}

/** The end of a connection. */
export interface Closing {
  /** Close code of the connection; 1000 after `close()`. */
  readonly code: number;
  readonly reason: string;
}

/**
 * The connection has ended permanently. The thread may have stored a waiting message, so send the message
 * again under the same id.
 */
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
