import { expect, test } from "vitest";
import { openApiDocument } from "../../src/http/openapi/document.ts";
import { shareSchemas, withReferences } from "../../src/http/openapi/share-schemas.ts";
import { operations, rawRoutes } from "../../src/http/operations.ts";

const document = openApiDocument({ operations, rawRoutes, version: "1" });
const enveloped = operations
  .filter(({ envelope }) => envelope)
  .map(({ id, method, path }) => [id, method.toLowerCase(), path] as const);

test.each(enveloped)("the success of %s is a named response around named data", (_id, method, path) => {
  const response = document.paths[path]?.[method]?.responses[200] ?? {};
  const name = "$ref" in response ? (response.$ref.split("/").at(-1) ?? "") : "";
  const schema = document.components.responses[name]?.content?.["application/json"]?.schema;
  expect(schema?.allOf?.[1]).toMatchObject({
    properties: { data: { $ref: `#/components/schemas/${name}` } },
  });
  expect(document.components.schemas).toHaveProperty(name);
});

test("no operation repeats a shared parameter inline", () => {
  const docs = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const names = docs.flatMap(({ parameters }) =>
    parameters.filter((parameter) => !("$ref" in parameter)).map((each) => JSON.stringify(each)),
  );
  const shared = Object.values(document.components.parameters).map((each) => JSON.stringify(each));
  expect(names.filter((each) => shared.includes(each))).toEqual([]);
});

test("the document uses every named schema", () => {
  const text = JSON.stringify(document);
  const unused = Object.keys(document.components.schemas).filter(
    (name) => !text.includes(`"#/components/schemas/${name}"`),
  );
  expect(unused).toEqual([]);
});

test("a part that equals a named schema becomes a reference, and keeps its own description", () => {
  const { components, names } = shareSchemas({
    Pair: { type: "object", properties: { first: { type: "string", format: "date-time" } } },
    Time: { type: "string", format: "date-time" },
  });
  expect(components["Pair"]).toEqual({
    type: "object",
    properties: { first: { $ref: "#/components/schemas/Time" } },
  });
  const part = {
    description: "Both.",
    properties: { first: { format: "date-time", type: "string" } },
    type: "object",
  } as const;
  expect(withReferences({ type: "array", items: part }, names)).toEqual({
    type: "array",
    items: { description: "Both.", $ref: "#/components/schemas/Pair" },
  });
  expect(withReferences({ type: "string", format: "date-time", default: "" }, names)).toEqual({
    type: "string",
    format: "date-time",
    default: "",
  });
});
