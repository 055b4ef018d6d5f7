import type { JsonSchema } from "./json-schemas.ts";
import { SAMPLE_VALUES } from "./sample-values.ts";

type Schemas = Readonly<Record<string, JsonSchema>>;

/**
 * Adds examples to the fields of all schemas. Documentation tools and `sampleOf` build example responses from
 * them.
 */
export function withExamples(schemas: Schemas): Schemas {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, exemplified(schema) as JsonSchema]),
  );
}

function exemplified(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(exemplified);
  if (part === null || typeof part !== "object") return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => {
      if (key === "properties") return [key, exemplifiedProperties(value as Schemas)];
      const holdsSchemas = ["items", "additionalProperties", "allOf", "anyOf", "oneOf"].includes(key);
      return [key, holdsSchemas ? exemplified(value) : value];
    }),
  );
}

function exemplifiedProperties(properties: Schemas): Schemas {
  const entries = Object.entries(properties).map(([name, property]): [string, JsonSchema] => {
    const value = SAMPLE_VALUES[name];
    const inner = exemplified(property) as JsonSchema;
    return [name, value === undefined || !takes(property, value) ? inner : { ...inner, examples: [value] }];
  });
  return Object.fromEntries(entries);
}

/** Whether the schema accepts the value and the field has no example of its own. */
function takes(
  { type, enum: values, const: only, format, pattern, examples, default: preset }: JsonSchema,
  value: unknown,
): boolean {
  if (
    only !== undefined ||
    format !== undefined ||
    pattern !== undefined ||
    examples !== undefined ||
    preset !== undefined
  )
    return false;
  if (values !== undefined) return values.some((each) => each === value);
  return type === (Number.isInteger(value) ? "integer" : typeof value);
}
