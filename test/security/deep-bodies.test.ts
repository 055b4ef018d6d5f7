/**
 * Promise: Every operation rejects a JSON body deeper than 64 levels with `invalid_argument`. Attack: A user
 * sent a diagnostic report with 100,000 nested lists. The size check exhausted the stack. The service
 * answered 500 after 1.2 seconds and wrote a stack trace to the log.
 */
import { afterEach, expect, test, vi } from "vitest";
import { newId } from "../../src/domain/ids.ts";
import { operations, rawRoutes } from "../../src/http/operations.ts";
import { parseClientFrame } from "../../src/thread-room/protocol/parse-client-frame.ts";
import { call, rawCall } from "../support/http/call.ts";
import { signUp } from "../support/http/person.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const LEVELS = 100_000;
const DEEP = {
  list: "[".repeat(LEVELS) + "]".repeat(LEVELS),
  object: '{"a":'.repeat(LEVELS) + "0" + "}".repeat(LEVELS),
};

const bodies = [
  ...operations.filter(({ body, audience: who }) => body !== null && (who === "user" || who === "anyone")),
  ...rawRoutes.filter(({ body, audience }) => body !== undefined && audience === "user"),
].map((route) => [route.id, route] as const);

/** The example of an operation with one more field. */
function withField(example: unknown, name: string, value: string): string {
  const fields = JSON.stringify(example ?? {}).slice(1, -1);
  return `{${fields}${fields === "" ? "" : ","}"${name}":${value}}`;
}

test.each(bodies)("%s", async (_, { method, path, ...route }) => {
  const { token } = await signUp();
  const logged = vi.spyOn(console, "error");
  const url = path.replaceAll(/\{\w+\}/g, newId("req"));
  const example = "example" in route ? route.example : {};
  for (const [name, value] of [
    ["context", `{"a":${DEEP.list}}`],
    ["messageContent", DEEP.object],
    ["unknown", DEEP.list],
  ] as const) {
    const answer = await rawCall(method, url, { token, body: withField(example, name, value) });
    expect({ status: answer.status, text: await answer.text() }).toEqual({
      status: 400,
      text: expect.stringMatching(/64 levels/),
    });
  }
  for (const body of [DEEP.list, DEEP.object]) {
    const answer = await rawCall(method, url, { token, body });
    expect({ status: answer.status, text: await answer.text() }).toEqual({
      status: 400,
      text: expect.stringMatching(/64 levels/),
    });
  }
  expect(logged).not.toHaveBeenCalled();
});

test("the service stores a report whose context has the maximum depth unchanged", async () => {
  const { token } = await signUp();
  const context = JSON.parse(`{"a":${"[".repeat(60)}"[[[${"]".repeat(60)}"${"]".repeat(60)}}`);
  const { status } = await call("POST", "/v1/diagnostics", {
    token,
    body: { message: "It broke.", context },
  });
  expect(status).toBe(200);
});

test("the service rejects a socket frame that is too deep", () => {
  const here = { threadId: newId("thread"), organizationId: newId("org"), tenantId: newId("tenant") };
  for (const text of [DEEP.list, DEEP.object, `{"textV1":{"parts":["x"],"more":${DEEP.list}}}`]) {
    expect(parseClientFrame(text, here as never, [])).toMatchObject({ error: { code: "invalid_argument" } });
  }
});
