import type * as z from "zod";

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Names of schemas by their JSON content. */
export type SchemaNames = ReadonlyMap<string, string>;

interface SharedSchemas {
  readonly components: Readonly<Record<string, JsonSchema>>;
  readonly names: SchemaNames;
}

/** Replaces parts of the named schemas that equal another named schema by references. */
export function shareSchemas(named: Readonly<Record<string, JsonSchema>>): SharedSchemas {
  const names = new Map<string, string>();
  const components: Record<string, JsonSchema> = {};
  const smallestFirst = Object.entries(named).toSorted(
    ([, a], [, b]) => JSON.stringify(a).length - JSON.stringify(b).length,
  );
  for (const [name, schema] of smallestFirst) {
    const shared = withInnerReferences(schema, names);
    components[name] = shared;
    names.set(contentOf(shared), name);
  }
  return {
    components: Object.fromEntries(Object.keys(named).map((name) => [name, components[name] ?? {}])),
    names,
  };
}

/**
 * Replaces each part that equals a named schema by a reference. The part's description stays beside the
 * reference.
 */
export function withReferences(schema: JsonSchema, names: SchemaNames): JsonSchema {
  const shared = withInnerReferences(schema, names);
  const name = names.get(contentOf(shared));
  return name === undefined ? shared : { ...descriptionOf(shared), $ref: referenceTo(name) };
}

export function referenceTo(name: string): string {
  return `#/components/schemas/${name}`;
}

function withInnerReferences(schema: JsonSchema, names: SchemaNames): JsonSchema {
  const inner = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(inner);
    return typeof part === "object" && part !== null ? withReferences(part as JsonSchema, names) : part;
  };
  const entries = Object.entries(schema).map(([key, value]): [string, unknown] => {
    if (key === "properties")
      return [
        key,
        Object.fromEntries(Object.entries(value as object).map(([name, part]) => [name, inner(part)])),
      ];
    const holdsSchemas = ["items", "prefixItems", "additionalProperties", "allOf", "anyOf", "oneOf"].includes(
      key,
    );
    return [key, holdsSchemas ? inner(value) : value];
  });
  return Object.fromEntries(entries);
}

/** The content of a schema for comparison, without descriptions and examples. */
function contentOf({ description: _description, examples: _examples, ...schema }: JsonSchema): string {
  return JSON.stringify(Object.entries(schema).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function descriptionOf({ description }: JsonSchema): { readonly description?: string } {
  return description === undefined ? {} : { description };
}
