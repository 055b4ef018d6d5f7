import { ConfigError } from "./config.ts";
import { newId } from "./domain/ids.ts";
import { faultFields, log } from "./log.ts";
import { envelope } from "./http/envelope.ts";

/**
 * Response to every request while a setting is invalid. The log names the setting, but the response does not.
 */
export function refuseToServe(error: unknown): Response {
  const operationId = newId("op");
  log("error", "not_configured", {
    operationId,
    ...(error instanceof ConfigError ? { detail: error.message } : faultFields(error)),
  });
  const headers = {
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
    "x-operation-id": operationId,
  };
  const body = envelope({
    code: "unavailable",
    message: "The service is not configured.",
    data: {},
    operationId,
    duration: 0,
  });
  return Response.json(body, { status: 503, headers });
}
