import { expect, test } from "vitest";
import { ORIGIN, rawCall } from "../../support/http/call.ts";

test("names the authorization servers of the Model Context Protocol, and only MCP rejections point to it", async () => {
  for (const path of ["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"]) {
    const answer = await rawCall("GET", path);
    // The tests use the local issuer, which has no sign-in.
    const expected = { resource: `${ORIGIN}/mcp`, resource_name: "Knowledge workspace", bearer_methods_supported: ["header"] };
    expect([answer.status, await answer.json()]).toEqual([200, expected]);
  }
  const refused = await rawCall("POST", "/mcp", { body: {} });
  const challenge = `Bearer resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource"`;
  expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, challenge]);
  const other = await rawCall("GET", "/v1/users/self/collection-tree");
  expect([other.status, other.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
});
