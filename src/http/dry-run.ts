import { invalidField, ServiceError } from "../domain/errors.ts";
import type { AppContext } from "./request-scope.ts";

const NAME = "dryRun";
const LIKE_NAME = /^dry[-_ ]?run$/i;

/**
 * Whether the request asks for a dry run.
 * @throws ServiceError `invalid_argument` for another value, because a dry run must never become a real
 * change
 */
export function asksForDryRun(c: AppContext): boolean {
  const asked = Object.entries(c.req.queries()).filter(([name]) => LIKE_NAME.test(name));
  for (const [name, values] of asked) {
    if (name !== NAME) throw invalidField(name, `is spelled ${NAME}`);
    if (values.length !== 1 || (values[0] !== "true" && values[0] !== "false"))
      throw invalidField(NAME, 'must be "true" or "false", once');
  }
  return asked.some(([, [value]]) => value === "true");
}

/** @throws ServiceError `unimplemented` if the request asks for a dry run */
export function rejectDryRun(c: AppContext): void {
  if (asksForDryRun(c))
    throw new ServiceError("unimplemented", "This operation has no dry run. The service changed nothing.");
}
