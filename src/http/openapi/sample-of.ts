import { idToBytes } from "../../domain/ids.ts";
import type { JsonSchema } from "./json-schemas.ts";
import { SAMPLE_KEYS } from "./sample-values.ts";

type Components = Readonly<Record<string, JsonSchema>>;
type Into = (part: unknown, name?: string) => unknown;

const SUFFIX = "01h455vb4pex5vsknk084sn02q";
const MOMENT = "2026-10-06T12:00:00.000Z";
const ID_BYTES = idToBytes(`user_${SUFFIX}`);
/** Recursion limit for nested records such as trees. Deeper lists are empty. */
const DEPTH = 7;
/** Matches fields that are null in examples. */
const NEVER = /^(?:deleted|markedForAbuse)/;

/**
 * Builds an example value for a schema.
 * @param name the field's name
 */
export function sampleOf(schema: JsonSchema, components: Components, name = "", depth = 0): unknown {
  const { $ref, anyOf, oneOf, allOf, examples, default: preset } = schema;
  if (examples !== undefined) return examples[0];
  if (preset !== undefined) return preset;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if ($ref !== undefined)
    return sampleOf(components[$ref.split("/").at(-1) ?? ""] ?? {}, components, name, depth);
  const into: Into = (part, of = name) => sampleOf(part as JsonSchema, components, of, depth + 1);
  if (anyOf !== undefined) return NEVER.test(name) ? null : into(anyOf[0]);
  if (oneOf !== undefined) return into(oneOf[0]);
  if (allOf !== undefined) return Object.assign({}, ...allOf.map((part) => into(part)));
  if (schema.type === "object") return objectSample(schema, name, into);
  if (schema.type === "array") return arraySample(schema, depth, into);
  return plainSample(schema);
}

function objectSample(
  { properties, additionalProperties }: JsonSchema,
  name: string,
  into: Into,
): Record<string, unknown> {
  if (properties !== undefined)
    return Object.fromEntries(Object.entries(properties).map(([each, part]) => [each, into(part, each)]));
  if (typeof additionalProperties !== "object") return {};
  return { [SAMPLE_KEYS[name] ?? name]: into(additionalProperties, "") };
}

function arraySample({ items, prefixItems, minItems = 0 }: JsonSchema, depth: number, into: Into): unknown[] {
  if (prefixItems !== undefined) return prefixItems.map((part) => into(part));
  if (minItems === ID_BYTES.length) return ID_BYTES;
  const one = depth >= DEPTH ? "" : into(items);
  return one === "" && minItems === 0 ? [] : [one];
}

function plainSample({ type: types, format, pattern, minimum }: JsonSchema): unknown {
  const type = Array.isArray(types) ? types.find((each) => each !== "null") : types;
  const kind = /^\^\(?([a-z]+)_\[0-7\]/.exec(pattern ?? "")?.[1];
  if (kind !== undefined) return `${kind}_${SUFFIX}`;
  if (format === "date-time") return MOMENT;
  if (type === "integer" || type === "number") return Math.max(minimum ?? 0, 0);
  return type === "boolean" ? true : "";
}
