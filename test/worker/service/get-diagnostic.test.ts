import { expect, test } from "vitest";
import { serviceSecret } from "../../../scripts/lib/user-token.ts";
import { newId } from "../../../src/domain/ids.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";

test("only operators get a link to a diagnostic, while the diagnostic exists", async () => {
  const { token } = await signUp();
  const { diagnosticID } = (await call("createDiagnostic", { token, body: { message: "m" } })).body.data;
  const get = async (secret: string, id = diagnosticID) =>
    await call("getDiagnostic", { token: secret, params: { diagnosticID: id } });
  const ops = serviceSecret(testEnv.TEST_SECRETS, ["ops"]);
  const found = await get(ops);
  expect({
    status: found.status,
    trips: found.trips,
    pathname: new URL(found.body.data.url).pathname,
  }).toEqual({
    status: 200,
    trips: 1,
    pathname: `/v1/diagnostics/${diagnosticID}/content`,
  });
  expect((await get(token)).body.code).toBe("permission_denied");
  expect((await get(serviceSecret(testEnv.TEST_SECRETS, ["assets:status"]))).body.code).toBe(
    "permission_denied",
  );
  expect((await get(ops, newId("diag"))).body.code).toBe("not_found");
  await testEnv.DB.prepare("UPDATE diagnostics SET created_at = 0 WHERE id = ?").bind(diagnosticID).run();
  expect((await get(ops)).body.code).toBe("not_found");
});
