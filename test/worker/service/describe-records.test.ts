import { expect, test } from "vitest";
import { sampleOf } from "../../../src/http/openapi/sample-of.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";

/** Schemas that describe parts of responses and events, and not records. */
const PARTS = [
  "Account",
  "Citation",
  "EventAssetSummary",
  "ListAssetPlacesResult",
  "UpdateOrganizationResult",
];

/** Whether a value is empty, or an object or list of empty values. */
const isVoid = (value: unknown): boolean =>
  typeof value === "object" && value !== null
    ? Object.values(value).every(isVoid)
    : value === null || value === "";

test("the service describes every record with example values in an envelope, to everyone, as in the OpenAPI document", async () => {
  const { status, body, trips } = await call("describeRecords", {});
  expect({ status, code: body.code, trips }).toEqual({ status: 200, code: "ok", trips: 0 });
  expect(Object.entries(body.data).filter(([, record]) => isVoid(record))).toEqual([]);
  const document = await (await rawCall("GET", "/openapi.json")).json<any>();
  const named = Object.keys(document.components.schemas).filter(
    (name) => document.components.schemas[name].properties?.version !== undefined && !PARTS.includes(name),
  );
  expect(Object.keys(body.data)).toEqual(expect.arrayContaining(named));
  expect(body.data.Asset).toEqual(
    sampleOf({ $ref: "#/components/schemas/Asset" }, document.components.schemas),
  );
});

test("a real record has the members of its example", async () => {
  const [{ body }, ada] = [await call("describeRecords", {}), await signUp()];
  const answered = await call("getCollection", {
    token: ada.token,
    params: { collectionID: ada.personalId },
  });
  expect(Object.keys(body.data.Collection).sort()).toEqual(Object.keys(answered.body.data).sort());
  expect(Object.keys(body.data.Metadata).sort()).toEqual(Object.keys(answered.body.data.metadata).sort());
});
