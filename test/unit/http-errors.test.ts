import { expect, test } from "vitest";
import { ServiceError } from "../../src/domain/errors.ts";
import { headersOf, MethodNotAllowedError, statusOf } from "../../src/http/errors.ts";

test("an unsupported method of a path gets status 405 with the supported methods", () => {
  const error = new MethodNotAllowedError(["GET", "HEAD"]);
  expect({ code: error.code, status: statusOf(error), headers: headersOf(error) }).toEqual({
    code: "unimplemented",
    status: 405,
    headers: { allow: "GET, HEAD" },
  });
});

test("any other unimplemented request gets status 501 without an Allow header", () => {
  const error = new ServiceError("unimplemented", "There is no such thing yet.");
  expect({ status: statusOf(error), headers: headersOf(error) }).toEqual({ status: 501, headers: {} });
});
