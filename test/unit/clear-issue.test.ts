import { expect, test } from "vitest";
import * as z from "zod";
import { clearIssue } from "../../src/domain/clear-issue.ts";
import { newId } from "../../src/domain/ids.ts";
import { fieldErrors } from "../../src/http/errors.ts";
import { chatRequest } from "../../src/http/wire/threads/chat.ts";
import { parseClientFrame } from "../../src/thread-room/protocol/parse-client-frame.ts";

const HERE = { threadId: newId("thread"), organizationId: newId("org"), tenantId: newId("tenant") };

const refused = (schema: z.ZodType, value: unknown) => {
  const { message, issues } = fieldErrors(schema.safeParse(value).error?.issues ?? []);
  return [message, issues[0]?.path];
};

test.each([
  [5, "messages.0.content: Invalid input: expected string or array or null", "messages.0.content"],
  [[5], "messages.0.content.0: Invalid input: expected object", "messages.0.content.0"],
  [[{ type: 5 }], 'messages.0.content.0.type: Invalid input: expected "text"', "messages.0.content.0.type"],
])("a chat's content of %j is refused by what is wrong with it", (content, message, path) => {
  expect(refused(chatRequest, { model: "m", messages: [{ role: "user", content }] })).toEqual([message, path]);
});

test.each(["messageId", "transformationId"])("a frame whose %s is none is told what it must be", (field) => {
  const frame = parseClientFrame(JSON.stringify({ promptV2: { [field]: "nothing", prompt: "What?" } }), HERE, []);
  expect(JSON.stringify(frame)).toMatch(new RegExp(`promptV2\\.${field}: must be a (?:msg|inter)_… identifier`));
});

test("what a schema says itself of several shapes stays", () => {
  const { error } = z.union([z.string(), z.number()], { error: "must be a name or a number" }).safeParse(null);
  expect(clearIssue(error!.issues[0]!)).toEqual({ path: [], message: "must be a name or a number" });
});
