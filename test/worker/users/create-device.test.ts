import { expect, test } from "vitest";
import { call } from "../../support/http/call.ts";
import { signUp, syncBody, tokenFor } from "../../support/http/person.ts";

test("every device gets its own id, and a sign-in accepts the id", async () => {
  const ada = await signUp();
  const create = async () => await call("POST", "/v1/devices", { token: ada.token });
  const [first, second] = [await create(), await create()];
  const ids = [first, second].map(({ body }) => body.data.deviceID);
  expect({ trips: first.trips, eventKey: first.body.eventKey, size: new Set(ids).size }).toEqual({
    trips: 1,
    eventKey: "",
    size: 2,
  });
  for (const id of ids) expect(id).toMatch(/^device_[0-7][0-9a-z]{25}$/);
  const body = syncBody(ada.email, { deviceID: ids[0] });
  expect((await call("POST", "/v1/users/self/auth-sync", { token: ada.token, body })).status).toBe(200);
});

test("creating a device rejects anonymous callers and users who have not signed in", async () => {
  expect((await call("createDevice", {})).body.code).toBe("unauthenticated");
  const token = await tokenFor("new@example.com");
  expect((await call("createDevice", { token })).body.code).toBe("failed_precondition");
});
