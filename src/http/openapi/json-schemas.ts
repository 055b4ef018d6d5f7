import * as z from "zod";
import type { Operation } from "../operation.ts";
import { describeFields } from "./describe-fields.ts";
import { NAMED_SCHEMAS, SCHEMA_DESCRIPTIONS } from "./components.ts";

export type JsonSchema = z.core.JSONSchema.JSONSchema;

export interface OperationSchemas {
  readonly params: JsonSchema;
  readonly query: JsonSchema;
  readonly body: JsonSchema | null;
  readonly data: JsonSchema;
}

export interface JsonSchemas {
  /** By name, for `#/components/schemas/`. */
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** By operation id. */
  readonly operations: Readonly<Record<string, OperationSchemas>>;
}

/**
 * All schemas as JSON Schema 2020-12. Requests are parsed, so their input counts; answers are sent as a handler gives them,
 * unparsed, so for them too it is the schema's input that stands on the wire.
 * @throws Error for a schema that JSON Schema cannot express
 */
export function jsonSchemas(operations: readonly Operation[]): JsonSchemas {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(NAMED_SCHEMAS)) registry.add(schema, { id });
  for (const { id, params, query, body, data } of operations) {
    registry.add(z.object({ params, query, body: body ?? z.null(), data }), { id: operationKey(id) });
  }
  const { schemas } = z.toJSONSchema(registry, { io: "input", uri: (id) => `#/components/schemas/${id}`, override: tidy });
  return {
    components: Object.fromEntries(Object.keys(NAMED_SCHEMAS).map((id) => [id, describeFields(described(id, nameless(schemas[id])), id)])),
    operations: Object.fromEntries(operations.map((operation) => [operation.id, operationSchemas(operation, schemas)])),
  };
}

function operationKey(id: string): string {
  return `operation ${id}`;
}

function operationSchemas(operation: Operation, schemas: Readonly<Record<string, JsonSchema>>): OperationSchemas {
  const parts = schemas[operationKey(operation.id)]?.properties as Record<"params" | "query" | "body" | "data", JsonSchema>;
  const { id } = operation;
  return {
    params: describeFields(parts.params, id),
    query: describeFields(parts.query, id),
    data: describeFields(parts.data, id),
    body: operation.body === null ? null : describeFields(parts.body, id),
  };
}

/** A registry's schemas name themselves and their dialect; in the document both are the document's. */
function nameless({ $id: _id, $schema: _dialect, ...schema }: JsonSchema = {}): JsonSchema {
  return schema;
}

function described(id: string, schema: JsonSchema): JsonSchema {
  const description = SCHEMA_DESCRIPTIONS[id];
  return description === undefined ? schema : { description, ...schema };
}

/** What zod writes of a query's text and of an enumerated record, as readers of the document expect it. */
function tidy({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  // Every integer is a safe one; that need not be said.
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  // A query is text that is parsed: its default is text too.
  if (jsonSchema.type === "integer" && typeof jsonSchema.default === "string") jsonSchema.default = Number(jsonSchema.default);
  const names = typeof jsonSchema.propertyNames === "object" ? jsonSchema.propertyNames.enum : undefined;
  if (names === undefined || jsonSchema.required === undefined) return;
  jsonSchema.properties = Object.fromEntries(names.map((name) => [String(name), jsonSchema.additionalProperties ?? {}]));
  delete jsonSchema.propertyNames;
  delete jsonSchema.additionalProperties;
}
