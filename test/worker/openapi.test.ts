import { type OutputFormat, validate } from "@hyperjump/json-schema/openapi-3-1";
import * as z from "zod";
import { describe, expect, test } from "vitest";
import { BODY_EXAMPLES } from "../../src/http/openapi/examples.ts";
import { operations, rawRoutes } from "../../src/http/operations.ts";
import { rawCall } from "../support/http.ts";

const validateDocument = await validate("https://spec.openapis.org/oas/3.1/schema-base");
const text = await (await rawCall("GET", "/openapi.json")).text();

interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, any>>;
  readonly components: Record<string, any>;
}

const parse = (): Document => JSON.parse(text) as Document;
const document = parse();

/** What the validator says against a document. */
function complaints(value: unknown): string[] {
  const output = validateDocument(value as never, "BASIC" satisfies OutputFormat);
  return output.valid ? [] : (output.errors ?? []).map((error) => `${error.instanceLocation} ${error.absoluteKeywordLocation}`);
}

function refsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => (key === "$ref" && typeof part === "string" ? [part] : refsIn(part)));
}

function resolve(reference: string): unknown {
  const steps = reference.replace(/^#\//, "").split("/");
  return steps.reduce<any>((value, step) => value?.[step.replaceAll("~1", "/").replaceAll("~0", "~")], document);
}

test("an OpenAPI 3.1 validator accepts the document", () => {
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(complaints(document)).toEqual([]);
});

test("that validator refuses a document with a wrong schema or an unknown parameter place", () => {
  const wrongType = parse();
  wrongType.components.schemas.Message.properties.content.type = "text";
  const wrongPlace = parse();
  wrongPlace.paths["/v1/threads/{threadID}"]!.get.parameters[0].in = "route";
  expect(complaints(wrongType).length).toBeGreaterThan(0);
  expect(complaints(wrongPlace).length).toBeGreaterThan(0);
});

test("every reference leads to something, and the tree of collections refers to itself", () => {
  const references = new Set(refsIn(document));
  expect([...references].filter((reference) => resolve(reference) === undefined)).toEqual([]);
  expect(document.components.schemas.CollectionTreeNode.properties.children.items).toEqual({
    $ref: "#/components/schemas/CollectionTreeNode",
  });
});

test("the document holds exactly the operations and routes that are served", () => {
  const written = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, docs]) => `${docs.operationId} ${method.toUpperCase()} ${path}`),
  );
  const served = [...operations, ...rawRoutes].map(({ id, method, path }) => `${id} ${method} ${path}`);
  expect(written.toSorted()).toEqual(served.toSorted());
  expect(new Set(served.map((line) => line.split(" ")[0])).size).toBe(served.length);
});

test("each place in a path has its parameter, and each security requirement its scheme", () => {
  for (const [path, methods] of Object.entries(document.paths)) {
    const places = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    for (const docs of Object.values(methods)) {
      const named = docs.parameters.filter((parameter: any) => parameter.in === "path" && parameter.required);
      expect(named.map((parameter: any) => parameter.name)).toEqual(places);
      const schemes = docs.security.flatMap((requirement: object) => Object.keys(requirement));
      expect(Object.keys(document.components.securitySchemes)).toEqual(expect.arrayContaining(schemes));
    }
  }
});

test("a body takes an identifier in both spellings", () => {
  const body = document.paths["/v1/assets"]!.post.requestBody.content["application/json"].schema;
  expect(body.properties.collectionID.anyOf).toMatchObject([{ type: "string" }, { $ref: "#/components/schemas/IdentifierBytes" }]);
  expect(body.required).toContain("collectionID");
});

test("a change takes If-Match and Idempotency-Key, a read of one record If-None-Match", () => {
  const headersOf = (docs: any) => docs.parameters.filter((each: any) => each.in === "header").map((each: any) => each.name);
  const changing = document.paths["/v1/assets"]!.post;
  expect(headersOf(changing)).toEqual(["If-Match", "Idempotency-Key"]);
  expect(changing.responses["412"]).toEqual({ $ref: "#/components/responses/Aborted" });
  expect(headersOf(document.paths["/v1/threads/{threadID}"]!.get)).toEqual(["If-None-Match"]);
  expect(headersOf(document.paths["/v1/search"]!.post)).toEqual([]);
});

describe("examples", () => {
  test.each(Object.entries(BODY_EXAMPLES))("%s takes its example", (id, example) => {
    const schema = operations.find((operation) => operation.id === id)?.body;
    expect(schema?.safeParse(example)).toMatchObject({ success: true });
  });

  test("every body has one", () => {
    const withBody = operations.filter(({ body }) => body instanceof z.ZodType).map(({ id }) => id);
    expect(Object.keys(BODY_EXAMPLES).toSorted()).toEqual(withBody.toSorted());
  });
});

test("the document may be cached, and is not sent again to who has it", async () => {
  const first = await rawCall("GET", "/openapi.json");
  expect(first.headers.get("content-type")).toBe("application/json");
  expect(first.headers.get("cache-control")).toMatch(/max-age=\d+/);
  const etag = first.headers.get("etag") ?? "";
  expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
  const again = await rawCall("GET", "/openapi.json", { headers: { "if-none-match": etag } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  const other = await rawCall("GET", "/openapi.json", { headers: { "if-none-match": '"other"' } });
  expect(other.status).toBe(200);
});
