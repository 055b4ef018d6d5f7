import { type OutputFormat, validate } from "@hyperjump/json-schema/openapi-3-1";
import * as z from "zod";
import { describe, expect, test } from "vitest";
import { envelopeSchema } from "../../../src/http/openapi/named-schemas.ts";
import { THREAD_EVENTS } from "../../../src/domain/events.ts";
import { sampleOf } from "../../../src/http/openapi/sample-of.ts";
import { ALWAYS_EMPTY_FIELDS } from "../../../src/http/openapi/always-empty-fields.ts";
// oxlint-disable-next-line import/default -- a text, not a module
import emptyFields from "../../../docs/empty-fields.md?raw";
// oxlint-disable-next-line import/default -- a text, not a module
import assetSource from "../../../src/http/wire/assets/asset.ts?raw";
// oxlint-disable-next-line import/default -- a text, not a module
import userSource from "../../../src/http/wire/users/user.ts?raw";
import { operations, rawRoutes } from "../../../src/http/operations.ts";
import { rawCall } from "../../support/http/call.ts";
import { fillAccount, merge, newPair } from "../../support/http/merge.ts";
import { signUp } from "../../support/http/person.ts";
import { sendMessage, startThread } from "../../support/http/threads.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

const validateDocument = await validate("https://spec.openapis.org/oas/3.1/schema-base");
const text = await (await rawCall("GET", "/openapi.json")).text();

interface Document {
  readonly openapi: string;
  readonly info: { readonly description: string };
  readonly paths: Record<string, Record<string, any>>;
  readonly components: Record<string, any>;
}

const parse = (): Document => JSON.parse(text) as Document;
const document = parse();

/** The validator's errors for a document. */
function complaints(value: unknown): string[] {
  const output = validateDocument(value as never, "BASIC" satisfies OutputFormat);
  return output.valid
    ? []
    : (output.errors ?? []).map((error) => `${error.instanceLocation} ${error.absoluteKeywordLocation}`);
}

function refsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    key === "$ref" && typeof part === "string" ? [part] : refsIn(part),
  );
}

function resolve(reference: string): unknown {
  const steps = reference.replace(/^#\//, "").split("/");
  return steps.reduce<any>(
    (value, step) => value?.[step.replaceAll("~1", "/").replaceAll("~0", "~")],
    document,
  );
}

/** Returns a part of the document, or the component that the part references. */
function at(part: any): any {
  return typeof part?.$ref === "string" ? resolve(part.$ref) : part;
}

test("an OpenAPI 3.1 validator accepts the document", () => {
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(complaints(document)).toEqual([]);
});

test("the validator rejects a document with an invalid schema or parameter location", () => {
  const wrongType = parse();
  wrongType.components.schemas.Message.properties.content.type = "text";
  const wrongPlace = parse();
  wrongPlace.components["parameters"].threadID.in = "route";
  expect(complaints(wrongType).length).toBeGreaterThan(0);
  expect(complaints(wrongPlace).length).toBeGreaterThan(0);
});

test("every reference resolves, and the collection tree references itself", () => {
  const references = new Set(refsIn(document));
  expect([...references].filter((reference) => resolve(reference) === undefined)).toEqual([]);
  expect(document.components.schemas.CollectionTreeNode.properties.children.items).toEqual({
    $ref: "#/components/schemas/CollectionTreeNode",
  });
});

test("the document contains exactly the operations and routes of the service", () => {
  const written = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, docs]) => `${docs.operationId} ${method.toUpperCase()} ${path}`),
  );
  const served = [...operations, ...rawRoutes].map(({ id, method, path }) => `${id} ${method} ${path}`);
  expect(written.toSorted()).toEqual(served.toSorted());
  expect(new Set(served.map((line) => line.split(" ")[0])).size).toBe(served.length);
});

test("each path placeholder has its parameter, and each security requirement its scheme", () => {
  for (const [path, methods] of Object.entries(document.paths)) {
    const places = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    for (const docs of Object.values(methods)) {
      const named = docs.parameters
        .map(at)
        .filter((parameter: any) => parameter.in === "path" && parameter.required);
      expect(named.map((parameter: any) => parameter.name)).toEqual(places);
      const schemes = docs.security.flatMap((requirement: object) => Object.keys(requirement));
      expect(Object.keys(document.components.securitySchemes)).toEqual(expect.arrayContaining(schemes));
    }
  }
});

test("every operation and every named record has a description", () => {
  const all = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  expect(
    all.filter(({ summary, description }) => !summary || !description).map(({ operationId }) => operationId),
  ).toEqual([]);
  const records = Object.entries<{ readonly description?: string }>(document.components.schemas);
  expect(records.filter(([, { description = "" }]) => description === "").map(([name]) => name)).toEqual([]);
});

test("fields written in digits are integers", () => {
  const parameters = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap((docs) => docs.parameters.map(at)),
  );
  const digits = parameters.filter(
    ({ schema }: any) =>
      schema.type === "string" && /^\^?-?\\d[\d{},+*?]*\$?$/.test(String(schema.pattern ?? "")),
  );
  expect(digits).toEqual([]);
});

test("every default is valid for its schema, integers included, and every required property has a schema", () => {
  const check = (value: unknown, at: string): string[] => {
    if (typeof value !== "object" || value === null) return [];
    const { type, default: preset, required, properties } = value as Record<string, unknown>;
    const isSchema = preset !== undefined && !at.endsWith("/properties");
    const wrongDefault =
      isSchema && !z.fromJSONSchema(value as z.core.JSONSchema.JSONSchema).safeParse(preset).success;
    const missing =
      type === "object" && Array.isArray(required) && required.some((name) => !(name in Object(properties)));
    const found = wrongDefault || missing ? [at] : [];
    return [...found, ...Object.entries(value).flatMap(([name, part]) => check(part, `${at}/${name}`))];
  };
  expect(check(document, "")).toEqual([]);
});

test("operations for services name their scope", () => {
  const reindex = document.paths["/ops/reindex"]!.post;
  expect([reindex["x-required-scope"], reindex.security]).toEqual(["ops", [{ serviceToken: [] }]]);
  expect(document.paths["/v1/users/self/auth-sync"]!.post).not.toHaveProperty("x-required-scope");
});

test("a request body accepts an id in both spellings", () => {
  const body = document.paths["/v1/assets"]!.post.requestBody.content["application/json"].schema;
  const [text, bytes] = at(body.properties.collectionID).anyOf;
  expect([at(text), bytes]).toMatchObject([
    { type: "string" },
    { $ref: "#/components/schemas/IdentifierBytes" },
  ]);
  expect(body.required).toContain("collectionID");
});

test("changes list the headers If-Match and Idempotency-Key, and reads of one record list If-None-Match", () => {
  const headersOf = (docs: any) =>
    docs.parameters
      .map(at)
      .filter((each: any) => each.in === "header")
      .map((each: any) => each.name);
  const changing = document.paths["/v1/assets"]!.post;
  expect(headersOf(changing)).toEqual(["Prefer", "If-Match", "Idempotency-Key"]);
  expect(changing.responses["412"]).toEqual({ $ref: "#/components/responses/Aborted" });
  expect(headersOf(document.paths["/v1/threads/{threadID}"]!.get)).toEqual(["Prefer", "If-None-Match"]);
  expect(headersOf(document.paths["/v1/search"]!.post)).toEqual(["Prefer"]);
});

describe("examples", () => {
  const withBody = operations
    .filter(({ body }) => body !== null)
    .map(({ id, body, example }) => [id, body, example] as const);

  test.each(withBody)("the operation %s accepts its example", (_id, schema, example) => {
    expect(schema?.safeParse(example)).toMatchObject({ success: true });
  });

  const answers = operations.map((operation) => {
    const docs = document.paths[operation.path]![operation.method.toLowerCase()];
    const { schema } = at(docs.responses["200"]).content["application/json"];
    return [operation.id, operation, sampleOf(schema, document.components["schemas"]) as any] as const;
  });

  test.each(answers)(
    "the response of %s equals the example generated from its schema",
    (_id, operation, example) => {
      if (operation.envelope) envelopeSchema.parse(example);
      expect(z.safeParse(operation.data, operation.envelope ? example.data : example)).toMatchObject({
        success: true,
      });
      expect(example.data ?? example).not.toEqual(null);
    },
  );

  test("every response of a raw route has an example, except the socket's 101 without a body, and the root's example is real", async () => {
    const bare = rawRoutes.flatMap(({ id, path, method }) =>
      Object.entries<any>(document.paths[path]![method.toLowerCase()].responses)
        .filter(([status]) => status.startsWith("2"))
        .flatMap(([, response]) => [at(response)])
        .flatMap(({ content = {} }) =>
          Object.entries<any>(content).filter(([, { example }]) => example === undefined),
        )
        .map(([type]) => `${id} ${type}`),
    );
    expect(bare).toEqual([]);
    const { data } = JSON.parse(await (await rawCall("GET", "/")).text()) as { data: object };
    expect(Object.keys(data)).toEqual(
      Object.keys(document.paths["/"]!["get"].responses["200"].content["application/json"].example.data),
    );
  });
});

test("the document describes the upload as a flow with the operation of each step", () => {
  const { tags } = JSON.parse(text) as { tags: { name: string; description: string }[] };
  const flow = tags.find(({ name }) => name === "assets")?.description ?? "";
  const steps = ["createAsset", "putAssetContent", "notifyUploaded", "getAsset"];
  expect(steps.map((step) => flow.indexOf(`\`${step}\``))).toEqual(
    steps.map((step) => flow.search(`\`${step}\``)).toSorted((a, b) => a - b),
  );
  expect([...operations, ...rawRoutes].map(({ id }) => id)).toEqual(expect.arrayContaining(steps));
  expect(flow.indexOf("`createAsset`")).toBeGreaterThan(0);
});

test("clients may cache the document, and the service does not send it again to a client that has it", async () => {
  const first = await rawCall("GET", "/openapi.json");
  expect(first.headers.get("content-type")).toBe("application/json");
  expect(first.headers.get("cache-control")).toMatch(/max-age=\d+/);
  const etag = first.headers.get("etag") ?? "";
  expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
  const again = await rawCall("GET", "/openapi.json", { headers: { "if-none-match": etag } });
  expect({ status: again.status, again: await again.text() }).toEqual({ status: 304, again: "" });
  const other = await rawCall("GET", "/openapi.json", { headers: { "if-none-match": '"other"' } });
  expect(other.status).toBe(200);
});

describe("fields that are always empty", () => {
  const ofFrames = JSON.stringify(z.toJSONSchema(THREAD_EVENTS.textV1, { io: "input" }));
  const named = ALWAYS_EMPTY_FIELDS.flatMap(({ fields }) => fields);
  const merged = ALWAYS_EMPTY_FIELDS.filter(({ of }) => of.startsWith("a merge")).flatMap(
    ({ fields }) => fields,
  );

  test("always empty fields exist in responses or events, and the document and docs/empty-fields.md list them", () => {
    const schemas = `${JSON.stringify(document.components["schemas"])}${JSON.stringify(document.paths)}${ofFrames}`;
    expect(named.filter((field) => !schemas.includes(`"${field}":`))).toEqual([]);
    expect(named.filter((field) => !document.info.description.includes(field))).toEqual([]);
    const listed = [...emptyFields.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell]) => [
      ...(cell ?? "").matchAll(/`([\w.]+)`/g),
    ]);
    const fields = listed.map(([, field]) => field?.split(".").at(-1) ?? "");
    const parts = ["organizations", "address", "metadata"];
    expect(named.filter((field) => !fields.includes(field))).toEqual([]);
    expect(fields.filter((field) => ![...named, ...parts].includes(field))).toEqual([]);
  });

  test("always empty fields are exactly the fields with empty values in user and asset records", () => {
    const nothing = /^ +(\w+): (?:\[\]|""|0|null|false),$/gm;
    const empty = [userSource, assetSource].flatMap((source) =>
      [...source.matchAll(nothing)].map(([, field]) => field),
    );
    expect(empty.length).toBeGreaterThan(5);
    expect(empty.filter((field) => !named.some((known) => known === field))).toEqual([]);
  });

  test("always empty fields of a merge are exactly the fields that stay empty in a merge of complete accounts", async () => {
    const [ada, old] = await newPair();
    const [owner, thread] = [await signUp("owner"), await startThread(old, old.rootId)];
    await fillAccount(old, 1);
    await sendMessage(old, thread, "A remark.", { messageKind: "textV1" });
    const both = await createCollection(owner, owner.personalId, "Both");
    await share(owner, both, old, ["read"]);
    await share(owner, both, ada, ["read"]);
    const { body } = await merge(ada, old);
    const found: Record<string, boolean> = {};
    const look = (value: unknown, field: string): void => {
      const isEmpty = value === "" || (Array.isArray(value) && value.length === 0);
      if (isEmpty || typeof value !== "object") found[field] = (found[field] ?? false) || !isEmpty;
      else
        for (const [name, part] of Object.entries(value as object))
          look(part, Array.isArray(value) ? field : name);
    };
    look(body.data, "");
    const empty = Object.keys(found).filter((field) => found[field] === false);
    expect(empty.toSorted()).toEqual(merged.toSorted());
  });
});
