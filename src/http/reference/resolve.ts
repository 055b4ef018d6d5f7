import type { JsonSchema } from "../openapi/json-schemas.ts";
import type { Reference } from "../openapi/operation-docs.ts";
import { typeName } from "../openapi/operation-components.ts";

export type Schemas = Readonly<Record<string, JsonSchema>>;

/** The component that a reference names. Returns a part without a reference unchanged. */
export function resolved<T extends object>(part: T | Reference, components: Readonly<Record<string, T>>): T {
  if (!("$ref" in part)) return part;
  const component = components[nameOf(part.$ref)];
  if (component === undefined) throw new Error(`The document lacks ${part.$ref}.`);
  return component;
}

export function nameOf(reference: string): string {
  return reference.split("/").at(-1) ?? "";
}

/** Inlines a schema that only this operation uses. Other references stay links. */
export function ownSchema(schema: JsonSchema, operationId: string, schemas: Schemas): JsonSchema {
  const name = nameOf(schema.$ref ?? "");
  return isOwn(name, operationId) ? (schemas[name] ?? schema) : schema;
}

export function isOwn(name: string, operationId: string): boolean {
  return name === `${typeName(operationId)}Result`;
}

/** Replaces references to schemas without fields, such as times, identifiers and actions, by the schemas. */
export function withPlainType(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const target = schemas[nameOf(schema.$ref ?? "")];
  if (target === undefined || !isPlain(target)) return schema;
  const { $ref: _reference, ...own } = schema;
  return { ...target, ...own };
}

export function isPlain({ properties, items, oneOf }: JsonSchema): boolean {
  return properties === undefined && items === undefined && oneOf === undefined;
}
