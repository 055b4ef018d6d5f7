import { expect, test } from "vitest";
import { ID_KINDS, newId } from "../../../src/domain/ids.ts";
import { genIdsValidate, ID_FIELDS } from "../../../src/http/routes/service/validate-identifiers.ts";
import { call, rawCall } from "../../support/http.ts";

const VALIDATE = "/v1/_/gen/ids_validate";
const validBody = (): Record<string, string> => Object.fromEntries(Object.entries(ID_FIELDS).map(([name, kind]) => [name, newId(kind)]));

/** The fields of each event besides `createdBy` and `kind`, as the contract lists them. */
const FIELDS: Readonly<Record<string, string>> = {
  knowledgeChangeV1: "knowledge knowledgeFull messageId organizationId progress tenantId threadId",
  promptCampaignV1: "knowledge messageId model prompt transformationId",
  promptCampaignV2: "messageId model prompt scope transformationId",
  promptV1:
    "context_window frequency_penalty knowledge logit_bias max_tokens messageId model presence_penalty prompt stop temperature top_p transformationId",
  promptV2:
    "context_window frequency_penalty logit_bias max_tokens messageId model presence_penalty prompt scope stop temperature top_p transformationId",
  renameThreadV1: "label messageId",
  textV1: "isDone label messageId organizationId parts provenance tenantId textSuggestions threadId",
};

test("every event is shown with all its fields, in an envelope, to anyone", async () => {
  const { status, body, trips } = await call("GET", "/v1/_/gen/threads");
  expect([status, body.code, trips]).toEqual([200, "ok", 0]);
  const shown = Object.fromEntries(Object.entries<object>(body.data).map(([kind, event]) => [kind, Object.keys(event).sort()]));
  const listed = Object.entries(FIELDS).map(([kind, names]) => [kind, [...names.split(" "), "createdBy", "kind"].sort()]);
  expect(shown).toEqual(Object.fromEntries(listed));
  expect(JSON.stringify(body.data)).not.toMatch(/undefined|null/);
});

test("an identifier of each of the thirty kinds gives placeholder values without an envelope", async () => {
  expect(Object.keys(ID_FIELDS)).toHaveLength(30);
  expect(ID_KINDS.filter((kind) => !Object.values<string>(ID_FIELDS).includes(kind))).toEqual(["tenant"]);
  const response = await rawCall("POST", VALIDATE, { body: validBody() });
  const body = await response.json<Record<string, unknown>>();
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
  expect(genIdsValidate.data.parse(body)).toEqual(body);
  const again = await (await rawCall("POST", VALIDATE, { body: validBody() })).json<Record<string, unknown>>();
  expect(again["ID"]).not.toEqual(body["ID"]);
});

test.each(Object.entries(ID_FIELDS))("%s takes a %s id and nothing else", async (name, kind) => {
  const another = kind === "user" ? "org" : "user";
  const wrong = ["", newId(another), newId(kind).slice(0, -1), `${newId(kind)}0`, newId(kind).toUpperCase(), [1], null, undefined];
  for (const value of wrong) {
    const { status, body } = await call("POST", VALIDATE, { body: { ...validBody(), [name]: value } });
    expect([value, status, body.code, body.data.issues.map(({ path }: any) => path)]).toEqual([value, 400, "invalid_argument", [name]]);
  }
});
