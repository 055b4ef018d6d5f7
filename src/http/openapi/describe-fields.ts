import type * as z from "zod";
import { ACCOUNT_FIELDS } from "./fields/account-fields.ts";
import { ASSET_FIELDS } from "./fields/asset-fields.ts";
import { RECORD_FIELDS } from "./fields/record-fields.ts";
import { SERVICE_FIELDS } from "./fields/service-fields.ts";
import { THREAD_FIELDS } from "./fields/thread-fields.ts";

type JsonSchema = z.core.JSONSchema.JSONSchema;

const FIELDS: Readonly<Record<string, string>> = {
  ...SERVICE_FIELDS,
  ...ACCOUNT_FIELDS,
  ...THREAD_FIELDS,
  ...ASSET_FIELDS,
  ...RECORD_FIELDS,
};
const STRING_ID = /^(\w+)StringID$/;

/**
 * Adds a description to each field without one. Looks up `parent.field` first, then `schema.field` or
 * `operation.field`, then the field's name.
 * @param root name of the component or the operation id
 */
export function describeFields(schema: JsonSchema, root: string): JsonSchema {
  return described(schema, root, "") as JsonSchema;
}

function described(part: unknown, root: string, parent: string): unknown {
  if (Array.isArray(part)) return part.map((each) => described(each, root, parent));
  if (part === null || typeof part !== "object") return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => {
      if (key === "properties")
        return [key, describedProperties(value as Record<string, JsonSchema>, root, parent)];
      const holdsSchemas = ["items", "additionalProperties", "allOf", "anyOf", "oneOf"].includes(key);
      return [key, holdsSchemas ? described(value, root, parent) : value];
    }),
  );
}

function describedProperties(
  properties: Record<string, JsonSchema>,
  root: string,
  parent: string,
): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const inner = described(property, root, name) as JsonSchema;
      if (inner.description !== undefined) return [name, inner];
      const description = fieldText(name, root, parent);
      return [name, description === undefined ? inner : { description, ...inner }];
    }),
  );
}

/** The description of a field or parameter; undefined without one. */
export function fieldText(name: string, root: string, parent = ""): string | undefined {
  const kind = STRING_ID.exec(name)?.[1];
  if (kind !== undefined)
    return `A text identifier to check: ${kind.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase()}.`;
  return FIELDS[`${parent}.${name}`] ?? FIELDS[`${root}.${name}`] ?? FIELDS[name];
}
