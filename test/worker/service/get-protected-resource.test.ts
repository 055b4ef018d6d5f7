import { expect, test } from "vitest";
import { ORIGIN, rawCall } from "../../support/http/call.ts";

test("the document names the authorization servers of the Model Context Protocol, and only rejections by MCP point to it", async () => {
  for (const path of ["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"]) {
    const answer = await rawCall("GET", path);
    // The tests use the local issuer, which has no sign-in page.
    const expected = {
      resource: `${ORIGIN}/mcp`,
      resource_name: "Knowledge workspace",
      bearer_methods_supported: ["header"],
    };
    expect({ status: answer.status, answer: await answer.json() }).toEqual({ status: 200, answer: expected });
  }
  const refused = await rawCall("POST", "/mcp", { body: {} });
  const challenge = `Bearer resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource"`;
  expect({ status: refused.status, wwwAuthenticate: refused.headers.get("www-authenticate") }).toEqual({
    status: 401,
    wwwAuthenticate: challenge,
  });
  const other = await rawCall("GET", "/v1/users/self/collection-tree");
  expect({ status: other.status, wwwAuthenticate: other.headers.get("www-authenticate") }).toEqual({
    status: 401,
    wwwAuthenticate: "Bearer",
  });
});
