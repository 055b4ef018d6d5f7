import { expect, test } from "vitest";
import { ID_KINDS, newId } from "../../../src/domain/ids.ts";
import {
  validateIdentifiersOperation,
  ID_FIELDS,
} from "../../../src/http/routes/service/validate-identifiers.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { sampled } from "../../support/setup/scaled.ts";

const VALIDATE = "/v1/_/gen/ids_validate";

const validBody = (): Record<string, string> =>
  Object.fromEntries(Object.entries(ID_FIELDS).map(([name, kind]) => [name, newId(kind)]));

test("an id of each of the thirty kinds returns placeholder values without an envelope", async () => {
  expect(Object.keys(ID_FIELDS)).toHaveLength(30);
  expect(ID_KINDS.filter((kind) => !Object.values<string>(ID_FIELDS).includes(kind))).toEqual([
    "tenant",
    "delivery",
    "hook",
    "key",
    "session",
  ]);
  const response = await rawCall("POST", VALIDATE, { body: validBody() });
  const body = await response.json<Record<string, unknown>>();
  expect({ status: response.status, contentType: response.headers.get("content-type") }).toEqual({
    status: 200,
    contentType: "application/json",
  });
  expect(validateIdentifiersOperation.data.parse(body)).toEqual(body);
  const again = await (
    await rawCall("POST", VALIDATE, { body: validBody() })
  ).json<Record<string, unknown>>();
  expect(again["ID"]).not.toEqual(body["ID"]);
});

test.each(Object.entries(ID_FIELDS))(
  "the validation of %s accepts a %s id and nothing else",
  async (name, kind) => {
    const another = kind === "user" ? "org" : "user";
    const wrong = [
      "",
      newId(another),
      newId(kind).slice(0, -1),
      `${newId(kind)}0`,
      newId(kind).toUpperCase(),
      [1],
      null,
      undefined,
    ];
    for (const value of sampled(wrong, 3, name)) {
      const { status, body } = await call("POST", VALIDATE, { body: { ...validBody(), [name]: value } });
      expect({
        value,
        status,
        code: body.code,
        issues: body.data.issues.map(({ path }: any) => path),
      }).toEqual({
        value,
        status: 400,
        code: "invalid_argument",
        issues: [name],
      });
    }
  },
);
