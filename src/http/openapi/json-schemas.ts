import * as z from "zod";
import type { Operation } from "../operation.ts";
import { describeFields } from "./describe-fields.ts";
import { NAMED_SCHEMAS } from "./named-schemas.ts";
import { referenceTo, type SchemaNames, shareSchemas, withReferences } from "./share-schemas.ts";

export type JsonSchema = z.core.JSONSchema.JSONSchema;

export interface OperationSchemas {
  readonly params: JsonSchema;
  readonly query: JsonSchema;
  readonly body: JsonSchema | null;
  readonly data: JsonSchema;
}

export interface JsonSchemas {
  /** Schemas for `#/components/schemas/`, by name. */
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** Schemas of the operations, by operation id. */
  readonly operations: Readonly<Record<string, OperationSchemas>>;
}

/**
 * All schemas as JSON Schema 2020-12. Requests and responses use the input side of the Zod schemas: the
 * service parses requests, but sends responses as handlers return them.
 * @throws Error for a schema that JSON Schema cannot express
 */
export function jsonSchemas(operations: readonly Operation[]): JsonSchemas {
  const registry = z.registry<{ id: string }>();
  for (const [id, { schema }] of Object.entries(NAMED_SCHEMAS)) registry.add(schema, { id });
  for (const { id, params, query, body, data } of operations) {
    registry.add(z.object({ params, query, body: body ?? z.null(), data }), { id: operationKey(id) });
  }
  const { schemas } = z.toJSONSchema(registry, { io: "input", uri: referenceTo, override: tidy });
  const { components, names } = shareSchemas(
    Object.fromEntries(Object.keys(NAMED_SCHEMAS).map((id) => [id, nameless(schemas[id])])),
  );
  return {
    components: Object.fromEntries(
      Object.entries(components).map(([id, schema]) => [id, describeFields(described(id, schema), id)]),
    ),
    operations: Object.fromEntries(
      operations.map((operation) => [operation.id, operationSchemas(operation, schemas, names)]),
    ),
  };
}

function operationKey(id: string): string {
  return `operation ${id}`;
}

function operationSchemas(
  operation: Operation,
  schemas: Readonly<Record<string, JsonSchema>>,
  names: SchemaNames,
): OperationSchemas {
  const parts = schemas[operationKey(operation.id)]?.properties as Record<
    "params" | "query" | "body" | "data",
    JsonSchema
  >;
  const { id } = operation;
  const shared = (part: JsonSchema): JsonSchema => describeFields(withReferences(part, names), id);
  return {
    params: shared(parts.params),
    query: shared(parts.query),
    data: shared(parts.data),
    body: operation.body === null ? null : shared(parts.body),
  };
}

/** Removes `$id` and `$schema`, which the document states once. */
function nameless({ $id: _id, $schema: _dialect, ...schema }: JsonSchema = {}): JsonSchema {
  return schema;
}

function described(id: string, schema: JsonSchema): JsonSchema {
  return { ...schema, description: schema.description ?? NAMED_SCHEMAS[id]?.description ?? "" };
}

/** Converts Zod's output for query texts and records with enumerated keys to the usual form in OpenAPI. */
function tidy({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  // Zod adds the safe-integer bounds to every integer.
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  // A query parameter's default is text, because the parameter is parsed from text.
  if (jsonSchema.type === "integer" && typeof jsonSchema.default === "string")
    jsonSchema.default = Number(jsonSchema.default);
  const names = typeof jsonSchema.propertyNames === "object" ? jsonSchema.propertyNames.enum : undefined;
  if (names === undefined || jsonSchema.required === undefined) return;
  jsonSchema.properties = Object.fromEntries(
    names.map((name) => [String(name), jsonSchema.additionalProperties ?? {}]),
  );
  delete jsonSchema.propertyNames;
  delete jsonSchema.additionalProperties;
}
