import * as z from "zod";
import { idToBytes, newId } from "../../../src/domain/ids.ts";

type JsonSchema = z.core.JSONSchema.JSONSchema;
type Body = Readonly<Record<string, unknown>>;

export interface BodyFault {
  /** The path of the field that the response must name. */
  readonly path: string;
  readonly what: string;
  readonly body: Body;
}

const VALUES: Readonly<Record<string, unknown>> = {
  string: "text",
  number: 7.5,
  boolean: true,
  object: {},
  array: ["text"],
  null: null,
};

/** Every body with one fault: a missing required field, a field of another type, or a malformed id. */
export function bodyFaults(schema: z.ZodType, valid: Body): BodyFault[] {
  return objectFaults(z.toJSONSchema(schema, { io: "input" }), valid, "");
}

function objectFaults(schema: JsonSchema, valid: Body, prefix: string): BodyFault[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const { [name]: _, ...without } = valid;
    const path = `${prefix}${name}`;
    const missing = schema.required?.includes(name) ? [{ path, what: "missing", body: without }] : [];
    const wrong = fieldFaults(property as JsonSchema, valid[name], path);
    return [...missing, ...wrong.map((fault) => ({ ...fault, body: { ...valid, [name]: fault.value } }))].map(
      ({ path: at, what, body }) => {
        return { path: at, what, body };
      },
    );
  });
}

interface FieldFault {
  readonly path: string;
  readonly what: string;
  readonly value: unknown;
}

function fieldFaults(schema: JsonSchema, valid: unknown, path: string): FieldFault[] {
  const accepted = typesOf(schema);
  const wrongTypes = Object.entries(VALUES).filter(([type]) => !accepted.has(type));
  const faults: FieldFault[] = wrongTypes.map(([type, value]) => ({ path, what: `${type} instead`, value }));
  if (isIdentifier(schema)) return [...faults, ...identifierFaults(path)];
  if (schema.type === "object") {
    return [
      ...faults,
      ...objectFaults(schema, valid as Body, `${path}.`).map(({ body, ...fault }) => ({
        ...fault,
        value: body,
      })),
    ];
  }
  if (schema.type !== "array") return faults;
  const items = fieldFaults(schema.items as JsonSchema, (valid as unknown[] | undefined)?.[0], `${path}.0`);
  return [...faults, ...items.map((fault) => ({ ...fault, value: [fault.value] }))];
}

function identifierFaults(path: string): FieldFault[] {
  const bytes = idToBytes(newId("req"));
  const wrong = {
    "another kind": newId("req"),
    "no identifier": "nonsense",
    "15 bytes": bytes.slice(1),
    "17 bytes": [...bytes, 0],
    "a byte of 256": [256, ...bytes.slice(1)],
    "a byte of -1": [-1, ...bytes.slice(1)],
    "a byte of 1.5": [1.5, ...bytes.slice(1)],
  };
  return Object.entries(wrong).map(([what, value]) => ({ path, what, value }));
}

/** The JSON types that a schema accepts. A reference here always means the bytes of an id. */
function typesOf(schema: JsonSchema): Set<string> {
  if (schema.anyOf !== undefined)
    return new Set(schema.anyOf.flatMap((part) => [...typesOf(part as JsonSchema)]));
  if (schema.$ref !== undefined) return new Set(["array"]);
  return new Set([schema.type ?? ""].flat());
}

function isIdentifier(schema: JsonSchema): boolean {
  return JSON.stringify(schema.anyOf ?? []).includes("IdentifierBytes");
}
