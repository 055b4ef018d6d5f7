import { expect, test } from "vitest";
import { call } from "../../support/http/call.ts";

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

test("the service describes every event with all its fields in an envelope, to everyone", async () => {
  const { status, body, trips } = await call("describeThreadEvents", {});
  expect({ status, code: body.code, trips }).toEqual({ status: 200, code: "ok", trips: 0 });
  const shown = Object.fromEntries(
    Object.entries<object>(body.data).map(([kind, event]) => [kind, Object.keys(event).sort()]),
  );
  const listed = Object.entries(FIELDS).map(([kind, names]) => [
    kind,
    [...names.split(" "), "createdBy", "kind"].sort(),
  ]);
  expect(shown).toEqual(Object.fromEntries(listed));
  expect(JSON.stringify(body.data)).not.toMatch(/undefined|null/);
});
