import { afterEach, expect, test, vi } from "vitest";
import { addReadyAsset } from "../../support/http/assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { rawCall } from "../../support/http/call.ts";
import { callTool, sendMcp } from "../../support/http/mcp.ts";
import { signUp } from "../../support/http/person.ts";
import { createCollection } from "../../support/http/create-collection.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

test("a tool's change is in the audit log under its operation", async () => {
  const { token, personalId, userId } = await signUp();
  const { code, result } = await callTool(
    "add_text",
    { collectionId: personalId, name: "notes.md", text: "# Notes\n" },
    { token },
  );
  expect(code).toBe("ok");
  const events = testEnv.DB.prepare(
    "SELECT DISTINCT operation FROM audit_events WHERE target_id = ? AND actor_id = ?",
  );
  const { results } = await events
    .bind(result.structuredContent.assetId, userId)
    .all<{ operation: string }>();
  expect(results.map(({ operation }) => operation)).toContain("createAsset");
});

test("a client can read a long document in parts without splitting a character", async () => {
  const ada = await signUp();
  const home = await createCollection(ada, ada.personalId, "Long");
  const text = `${"a".repeat(59_999)}😀${"The end is near. ".repeat(10)}\n`;
  const id = await addReadyAsset(ada, home, text, { name: "long.txt" });
  const parts: string[] = [];
  for (let offset: number | null = 0; offset !== null;) {
    const { result } = await callTool("fetch", { id, offset }, { token: ada.token });
    parts.push(result.structuredContent.text);
    offset = result.structuredContent.nextOffset;
  }
  expect(parts).toHaveLength(2);
  expect(parts.every((part) => part.isWellFormed())).toBe(true);
  const stored = await (await rawCall("GET", `/v1/assets/${id}/text`, { token: ada.token })).text();
  expect(parts.join("")).toBe(stored);
});

test("a store error reveals only the operation to the client", async () => {
  const ada = await signUp();
  const id = await addReadyAsset(ada, ada.personalId, "Some text.", { name: "some.txt" });
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  await testEnv.DB.prepare("ALTER TABLE asset_texts RENAME TO asset_texts_gone").run();
  try {
    const asked = await callTool("fetch", { id }, { token: ada.token });
    const read = await sendMcp("resources/read", { uri: `knowledge://asset/${id}` }, { token: ada.token });
    expect([asked.code, asked.text.includes("asset_texts"), read.text.includes("asset_texts")]).toEqual([
      "internal",
      false,
      false,
    ]);
  } finally {
    await testEnv.DB.prepare("ALTER TABLE asset_texts_gone RENAME TO asset_texts").run();
  }
});

test("there are no sessions: requests that open or end one are rejected", async () => {
  const { token } = await signUp();
  for (const method of ["GET", "DELETE"]) {
    const answer = await rawCall(method, "/mcp", { token, headers: { accept: "text/event-stream" } });
    expect({ method, status: answer.status, allow: answer.headers.get("allow") }).toEqual({
      method,
      status: 405,
      allow: "POST",
    });
  }
});

test("MCP rejects messages outside the protocol with the protocol's error", async () => {
  const { token } = await signUp();
  expect((await sendMcp("tools/burn", {}, { token })).code).toBe("-32601");
  expect((await callTool("burn", {}, { token })).code).not.toBe("ok");
  const headers = { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18" };
  for (const body of [
    [],
    1,
    "nonsense",
    { jsonrpc: "2.0" },
    { jsonrpc: "1.0", id: 1, method: "tools/list" },
  ]) {
    const answer = await rawCall("POST", "/mcp", { token, headers, body: JSON.stringify(body) });
    expect([body, answer.status >= 400 && answer.status < 500]).toEqual([body, true]);
  }
});
