import { ServiceError } from "../../domain/errors.ts";

/**
 * Waits for `work` until the timeout.
 * @throws ServiceError `deadline_exceeded` after the timeout; the work continues
 */
export async function withDeadline<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new ServiceError("deadline_exceeded", "It took too long.")),
    timeoutMs,
  );
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
