import { expect, test } from "vitest";
import { ApiClient } from "../support/http/api-client.ts";
import { sharedService } from "../support/setup/shared-service.ts";

const REQUESTS_PER_MINUTE = 600;
const MESSAGES_PER_MINUTE = 60;
const AT_ONCE = 10;

/**
 * The statuses of more requests than two minutes allow, because one minute of the clock may end meanwhile.
 */
async function statusesOf(
  limit: number,
  send: () => Promise<{ readonly status: number }>,
): Promise<Set<number>> {
  const statuses = new Set<number>();
  for (let sent = 0; sent <= 2 * limit; sent += AT_ONCE)
    for (const { status } of await Promise.all(Array.from({ length: AT_ONCE }, send))) statuses.add(status);
  return statuses;
}

test("with `--var RATE_LIMITS:off` the service rejects nothing", async () => {
  const service = sharedService();
  const busy = new ApiClient(service.url, await service.token("busy@example.com"));
  const requests = await statusesOf(
    REQUESTS_PER_MINUTE,
    async () => await busy.call("GET", "/v1/collections/nonsense"),
  );
  const messages = await statusesOf(
    MESSAGES_PER_MINUTE,
    async () => await busy.call("POST", "/v1/threads/nonsense/messages", {}),
  );
  expect([...requests, ...messages]).toEqual([400, 400]);
});
