import { html } from "hono/html";
import type { JsonSchema } from "../openapi/json-schemas.ts";
import { type Html, phrase } from "./prose.ts";
import { nameOf, type Schemas, withPlainType } from "./resolve.ts";

interface FieldRow {
  /** Path of a field, such as `organizationContext.tenantId` or `children[].label`. */
  readonly path: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/** Renders a table of the fields at every depth, or one line for a schema without fields. */
export function schemaTable(schema: JsonSchema, schemas: Schemas): Html {
  const rows = fieldRows(schema, "");
  if (rows.length === 0) {
    const note =
      "properties" in schema ? "No fields." : [schema.description ?? "", ...notesOf(schema)].join(" ").trim();
    return html`<p class="type">${typeOf(schema, schemas)}${note === "" ? "" : html`: ${phrase(note)}`}</p>`;
  }
  return html`${schema.type === "object" ? "" : html`<p class="type">${typeOf(schema, schemas)}:</p>`}
    <table>
      <thead>
        <tr>
          <th>field</th>
          <th>type</th>
          <th>notes</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map((row) => rowView(row, schemas))}
      </tbody>
    </table>`;
}

function rowView({ path, required, schema: referred }: FieldRow, schemas: Schemas): Html {
  const schema = withPlainType(referred, schemas);
  const notes = [required ? "" : "Optional.", schema.description ?? "", ...notesOf(schema)].filter(
    (note) => note !== "",
  );
  return html`<tr>
    <td><code>${path}</code></td>
    <td>${typeOf(schema, schemas)}</td>
    <td>${phrase(notes.join(" "))}</td>
  </tr>`;
}

function fieldRows(schema: JsonSchema, prefix: string): FieldRow[] {
  if (schema.type === "array") return fieldRows(schema.items as JsonSchema, `${prefix}[]`);
  const alternatives = (schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[];
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = prefix === "" ? name : `${prefix}.${name}`;
    const field = property as JsonSchema;
    return [
      { path, required: schema.required?.includes(name) ?? false, schema: field },
      ...fieldRows(field, path),
    ];
  });
  const values =
    typeof schema.additionalProperties === "object"
      ? fieldRows(schema.additionalProperties as JsonSchema, `${prefix}.*`)
      : [];
  return [...own, ...values, ...alternatives.flatMap((part) => fieldRows(part, prefix))];
}

/** Describes a type in words. A record becomes a link. */
export function typeOf(referred: JsonSchema, schemas: Schemas): Html {
  const schema = withPlainType(referred, schemas);
  const inner = (part: unknown): Html => typeOf(part as JsonSchema, schemas);
  const alternatives = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    return html`<a href="#record-${name}">${name}</a>`;
  }
  if (alternatives !== undefined)
    return html`${alternatives.map((part, position) => html`${position === 0 ? "" : " or "}${inner(part)}`)}`;
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum !== undefined)
    return html`${schema.enum.map((value, position) => html`${position === 0 ? "" : " or "}<code>${JSON.stringify(value)}</code>`)}`;
  if (schema.type === "array") return html`list of ${inner(schema.items)}`;
  if (typeof schema.additionalProperties === "object")
    return html`map to ${inner(schema.additionalProperties)}`;
  const name = [schema.type ?? "anything"].flat().join(" or ");
  return html`${schema.format === undefined ? name : `${name} (${schema.format})`}`;
}

/** Sentences about limits, default and example. */
export function notesOf(schema: JsonSchema): string[] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = schema;
  const sentences = [
    between(minLength, maxLength, "characters"),
    between(minimum, maximum, ""),
    between(minItems, maxItems, "entries"),
    schema.default === undefined ? "" : `Default \`${JSON.stringify(schema.default)}\`.`,
    schema.examples?.[0] === undefined ? "" : `Such as \`${JSON.stringify(schema.examples[0])}\`.`,
  ];
  return sentences.filter((sentence) => sentence !== "");
}

function between(least: number | undefined, most: number | undefined, unit: string): string {
  const tail = unit === "" ? "." : ` ${unit}.`;
  if (least !== undefined && least !== 0 && most !== undefined)
    return least === most ? `Exactly ${most}${tail}` : `${least} to ${most}${tail}`;
  if (most !== undefined) return `At most ${most}${tail}`;
  return least === undefined || least === 0 ? "" : `At least ${least}${tail}`;
}
