import { expect, test } from "vitest";
import chatgpt from "../../../docs/integrations/chatgpt.md?raw";
import claudeCode from "../../../docs/integrations/claude-code.md?raw";
import cursor from "../../../docs/integrations/cursor.md?raw";
import librechat from "../../../docs/integrations/librechat.md?raw";
import n8n from "../../../docs/integrations/n8n.md?raw";
import openWebui from "../../../docs/integrations/open-webui.md?raw";
import vsCode from "../../../docs/integrations/vs-code.md?raw";
import { operations, rawRoutes } from "../../../src/http/operations.ts";
import { createKey } from "../../support/http/create-key.ts";
import { rawCall } from "../../support/http/call.ts";
import { callTool, sendMcp } from "../../support/http/mcp.ts";
import { signUp } from "../../support/http/person.ts";

const PAGES = {
  chatgpt,
  "claude-code": claudeCode,
  cursor,
  librechat,
  n8n,
  "open-webui": openWebui,
  "vs-code": vsCode,
};
const pages = Object.entries(PAGES);
const routes = [...operations, ...rawRoutes];
/** The base path for clients. */
const BASE = "/v1";

/** The code blocks of a language. */
function blocks(page: string, language: string): string[] {
  return [...page.matchAll(/^```(\w+)\n([^`]*)^```$/gm)].flatMap(([, of, text = ""]) =>
    of === language ? [text] : [],
  );
}

function placesOf(page: string): string[] {
  return [...page.matchAll(/https?:\/\/(?:127\.0\.0\.1:8787|knowledge\.example\.com)([\w./-]*)/g)].map(
    ([, path = ""]) => path,
  );
}

test.each(pages)("the page %s names existing paths and operations", (_, page) => {
  const paths = routes.map(({ path }) => path);
  expect(placesOf(page).filter((path) => path !== BASE && !paths.includes(path))).toEqual([]);
  expect(placesOf(page).length).toBeGreaterThan(0);
  const named = [...page.matchAll(/`(GET|POST|PUT|DELETE) (\/[^`]*)`/g)].map(
    ([, method, path]) => `${method} ${path}`,
  );
  expect(named.filter((each) => !routes.some(({ method, path }) => each === `${method} ${path}`))).toEqual(
    [],
  );
});

test.each(pages)("the page %s names existing tools", async (_, page) => {
  const { key } = await createKey(await signUp());
  const { result } = await sendMcp("tools/list", {}, { token: key });
  const tools: string[] = result.tools.map(({ name }: { name: string }) => name);
  const [, list = ""] = /The tools are (.*?)\. Each/.exec(page) ?? [];
  const told = [...list.matchAll(/`([a-z_]+)`/g)].flatMap(([, name = ""]) =>
    name === "write" ? [] : [name],
  );
  expect(told.toSorted()).toEqual(tools.toSorted());
});

test.each(pages)("the page %s contains valid JSON", (_, page) => {
  for (const block of blocks(page, "json")) expect(() => JSON.parse(block)).not.toThrow();
});

interface McpSettings {
  readonly url: string;
  readonly type?: string;
  readonly headers: { readonly Authorization: string };
}

test.each([
  ["claude-code", (file: any): McpSettings => file.mcpServers.knowledge],
  ["cursor", (file: any): McpSettings => file.mcpServers.knowledge],
  ["vs-code", (file: any): McpSettings => file.servers.knowledge],
] as const)("the configuration in %s reaches the service with a key", async (name, settingsOf) => {
  const [block = ""] = blocks(PAGES[name], "json");
  const { url, headers } = settingsOf(JSON.parse(block));
  expect([new URL(url).pathname, /^Bearer \$\{[\w:-]+\}$/.test(headers.Authorization)]).toEqual([
    "/mcp",
    true,
  ]);
  const { key } = await createKey(await signUp());
  const authorization = headers.Authorization.replace(/\$\{.*\}/, key);
  expect((await sendMcp("tools/list", {}, { headers: { authorization } })).code).toBe("ok");
});

test("the service answers the requests that n8n sends", async () => {
  const { key: token } = await createKey(await signUp(), { actions: ["chat", "share"] });
  const [tool = "", body = ""] = blocks(n8n, "json");
  const asked = await callTool("ask", JSON.parse(tool) as object, { token });
  expect([asked.code, Object.keys(asked.result.structuredContent)]).toEqual([
    "ok",
    expect.arrayContaining(["answer", "citations", "threadId"]),
  ]);
  expect(
    (await rawCall("POST", "/v1/chat/completions", { token, body: JSON.parse(body) as object })).status,
  ).toBe(200);
});
