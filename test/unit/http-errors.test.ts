import { expect, test } from "vitest";
import { ServiceError } from "../../src/domain/errors.ts";
import { headersOf, MethodNotAllowedError, statusOf } from "../../src/http/errors.ts";

test("a method that a path does not take is 405 and names those that it takes", () => {
  const error = new MethodNotAllowedError(["GET", "HEAD"]);
  expect([error.code, statusOf(error), headersOf(error)]).toEqual(["unimplemented", 405, { allow: "GET, HEAD" }]);
});

test("what else is not implemented is 501, and no method would be better", () => {
  const error = new ServiceError("unimplemented", "There is no such thing yet.");
  expect([statusOf(error), headersOf(error)]).toEqual([501, {}]);
});
