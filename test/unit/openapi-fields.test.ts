import { expect, test } from "vitest";
import { operations, rawRoutes } from "../../src/http/operations.ts";
import { openApiDocument } from "../../src/http/openapi/document.ts";
import { resolved } from "../../src/http/reference/resolve.ts";

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly [key: string]: unknown;
}

const document = openApiDocument({ operations, rawRoutes, version: "1" });

/** The paths of all fields without a description. */
function undescribed(part: unknown, path: string): string[] {
  if (Array.isArray(part)) return part.flatMap((each) => undescribed(each, path));
  if (part === null || typeof part !== "object") return [];
  const { properties = {}, items, additionalProperties, allOf, anyOf, oneOf } = part as Schema;
  const inside = [items, additionalProperties, allOf, anyOf, oneOf].flatMap((each) =>
    undescribed(each, path),
  );
  const fields = Object.entries(properties).flatMap(([name, field]) => {
    const own =
      typeof field.description === "string" && field.description.length >= 5 ? [] : [`${path}.${name}`];
    return [...own, ...undescribed(field, `${path}.${name}`)];
  });
  return [...inside, ...fields];
}

test("every field of every named schema has a description", () => {
  const missing = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
    undescribed(schema, name),
  );
  expect(missing).toEqual([]);
});

const described = Object.values(document.paths)
  .flatMap((methods) => Object.values(methods))
  .map((docs) => [docs.operationId, docs] as const);

test.each(described)("every field and parameter of %s has a description", (id, docs) => {
  const { requestBody, responses } = docs;
  const parameters = docs.parameters.map((parameter) => resolved(parameter, document.components.parameters));
  const unnamed = parameters
    .filter(({ description, schema }) => !(description ?? (schema as Schema).description))
    .map(({ name }) => name);
  const schemaOf = (body: unknown): unknown =>
    (body as { content?: Record<string, { schema?: unknown }> } | undefined)?.content?.["application/json"]
      ?.schema;
  const missing = [
    ...undescribed(schemaOf(requestBody), `${id}.body`),
    ...undescribed(schemaOf(responses[200] && resolved(responses[200], document.components.responses)), id),
  ];
  expect([...unnamed, ...missing]).toEqual([]);
});

test("timestamps and identifiers describe their spelling", () => {
  const { Metadata } = document.components.schemas;
  expect((Metadata as Schema | undefined)?.properties?.["createdAt"]?.description).toContain("ISO 8601");
  expect(JSON.stringify(document.components.schemas["IdentifierBytes"])).toContain("identifiers=text");
});
