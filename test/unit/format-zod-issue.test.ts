import { expect, test } from "vitest";
import * as z from "zod";
import { formatZodIssue } from "../../src/domain/format-zod-issue.ts";
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
  [5, "messages.0.content: must be a string or a list or null", "messages.0.content"],
  [[5], "messages.0.content.0: must be an object", "messages.0.content.0"],
  [[{ type: 5 }], 'messages.0.content.0.type: must be "text"', "messages.0.content.0.type"],
])("the rejection of a chat content of %j names its fault", (content, message, path) => {
  expect(refused(chatRequest, { model: "m", messages: [{ role: "user", content }] })).toEqual([
    message,
    path,
  ]);
});

test.each(["messageId", "transformationId"])(
  "the rejection of a frame with an invalid %s names the valid form",
  (field) => {
    const frame = parseClientFrame(
      JSON.stringify({ promptV2: { [field]: "nothing", prompt: "What?" } }),
      HERE,
      [],
    );
    expect(JSON.stringify(frame)).toMatch(
      new RegExp(`promptV2\\.${field}: must be an? (?:msg|inter)_… identifier`),
    );
  },
);

test("a schema's own message about several shapes stays unchanged", () => {
  const { error } = z
    .union([z.string(), z.number()], { error: "must be a name or a number" })
    .safeParse(null);
  expect(formatZodIssue(error!.issues[0]!)).toEqual({ path: [], message: "must be a name or a number" });
});

test.each<[z.ZodType, unknown, string]>([
  [z.string(), undefined, "is required"],
  [z.enum(["a", "b"]), undefined, "is required"],
  [z.union([z.string(), z.number()]), undefined, "is required"],
  [z.string(), 5, "must be a string"],
  [z.int(), 1.5, "must be a whole number"],
  [z.int(), "5", "must be a number"],
  [z.boolean(), "yes", "must be true or false"],
  [z.array(z.string()), {}, "must be a list"],
  [z.object({}), [], "must be an object"],
  [z.enum(["page", "site", "feed"]), "x", 'must be "page", "site" or "feed"'],
  [z.string().max(3), "four", "must have at most 3 characters"],
  [z.array(z.string()).min(1), [], "must have at least 1 item"],
  [z.int().max(100), 101, "must be at most 100"],
  [z.number().gt(0), 0, "must be more than 0"],
  [z.iso.datetime(), "x", "must be an ISO 8601 date-time, such as 2026-11-27T08:00:00Z"],
  [z.string().regex(/^a$/), "b", "has the wrong format"],
  [z.strictObject({}), { a: 1 }, "has unknown fields: a"],
  [z.number().multipleOf(2), 3, "must be a multiple of 2"],
])("the rejection of a field is in plain words: %#", (schema, value, message) => {
  expect(refused(z.object({ field: schema }), { field: value })).toEqual([`field: ${message}`, "field"]);
});
