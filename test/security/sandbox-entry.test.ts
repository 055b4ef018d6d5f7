/**
 * Promise: The process that reads files accepts requests from the service alone, and it cannot read data of
 * the service. Attack: The sandbox ran as a process of its own. Any other user of the machine could send it
 * files and let it fetch pages.
 */
import { expect, test } from "vitest";
import sandbox from "../../src/sandbox/index.ts";
import { SERVICE_SECRET_HEADER } from "../../src/net/is-same-secret.ts";

async function ask(env: { SECRET?: string }, headers: Record<string, string>): Promise<number> {
  const request = new Request("http://127.0.0.1/documents", {
    method: "POST",
    headers: { "content-type": "text/plain", ...headers },
    body: "Words.",
  });
  const { status } = await sandbox.fetch(request as never, env);
  return status;
}

test("the sandbox reads nothing without its starter's secret", async () => {
  const SECRET = "a secret that only the service knows";
  expect(await ask({ SECRET }, {})).toBe(403);
  expect(await ask({ SECRET }, { [SERVICE_SECRET_HEADER]: "another secret of the very same len." })).toBe(
    403,
  );
  expect(await ask({ SECRET }, { [SERVICE_SECRET_HEADER]: SECRET })).toBe(200);
});

test("callers reach the sandbox through its service binding only", async () => {
  expect(await ask({}, {})).toBe(200);
});
