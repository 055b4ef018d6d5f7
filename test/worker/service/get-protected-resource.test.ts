import { expect, test } from "vitest";
import { ORIGIN, rawCall } from "../../support/http.ts";

test("says whose tokens the Model Context Protocol takes; a refusal there points to it, others do not", async () => {
  const answer = await rawCall("GET", "/.well-known/oauth-protected-resource");
  expect([answer.status, await answer.json()]).toEqual([
    200,
    {
      resource: `${ORIGIN}/mcp`,
      resource_name: "Knowledge workspace",
      authorization_servers: expect.arrayContaining([expect.any(String)]),
      bearer_methods_supported: ["header"],
    },
  ]);
  const refused = await rawCall("POST", "/mcp", { body: {} });
  const challenge = `Bearer resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource"`;
  expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, challenge]);
  const other = await rawCall("GET", "/v1/users/self/collection-tree");
  expect([other.status, other.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
});
