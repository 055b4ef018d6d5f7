import { expect, test } from "vitest";
import { ORIGIN, rawCall } from "../../support/http.ts";

test("says whose tokens the Model Context Protocol takes; a refusal there points to it, others do not", async () => {
  for (const path of ["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"]) {
    const answer = await rawCall("GET", path);
    // The issuer of the tests is a laptop's: nobody signs in there.
    const expected = { resource: `${ORIGIN}/mcp`, resource_name: "Knowledge workspace", bearer_methods_supported: ["header"] };
    expect([answer.status, await answer.json()]).toEqual([200, expected]);
  }
  const refused = await rawCall("POST", "/mcp", { body: {} });
  const challenge = `Bearer resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource"`;
  expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, challenge]);
  const other = await rawCall("GET", "/v1/users/self/collection-tree");
  expect([other.status, other.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
});
