import { html } from "hono/html";
import type { JsonSchema } from "../openapi/json-schemas.ts";
import type { OpenApiDocument } from "../openapi/document.ts";
import type {
  BodyDocs,
  OperationDocs,
  ParameterDocs,
  Reference,
  ResponseDocs,
} from "../openapi/operation-docs.ts";
import { contractErrors } from "./error-table.ts";
import { type Html, phrase, prose } from "./prose.ts";
import { nameOf, ownSchema, resolved, type Schemas, withPlainType } from "./resolve.ts";
import { notesOf, schemaTable, typeOf } from "./schema-table.ts";

type Components = OpenApiDocument["components"];
/** Renders a schema of the operation. */
type Table = (schema: JsonSchema) => Html;

/** Renders one operation with its parameters, body and responses. */
export function operationView(
  method: string,
  path: string,
  docs: OperationDocs,
  components: Components,
): Html {
  const { operationId, summary, requestBody, responses } = docs;
  const parameters = docs.parameters.map((parameter) => resolved(parameter, components.parameters));
  const answers = Object.entries(responses).map(
    ([status, answer]) => [status, resolved(answer, components.responses)] as const,
  );
  const table = (schema: JsonSchema): Html =>
    schemaTable(ownSchema(schema, operationId, components.schemas), components.schemas);
  const paragraphs = docs.description.split("\n\n");
  return html`<article id="${operationId}">
    <h3>
      <span class="method ${method}">${method}</span> <code>${path}</code>
      <a href="#${operationId}">${operationId}</a>
    </h3>
    <p class="summary">${phrase(summary)}</p>
    <p class="access">${phrase(paragraphs.at(-1) ?? "")}</p>
    ${prose(paragraphs.slice(0, -1).join("\n\n"))}
    ${parameters.length === 0 ? "" : parameterTable(parameters, components.schemas)}
    ${requestBody === undefined ? "" : bodyView(requestBody, table)}
    ${answers.map(([status, answer]) => answerView(status, answer, table))}
    <p class="errors">
      Errors: ${Object.entries(responses).map(([status, answer]) => errorLink(status, answer, components))}
    </p>
  </article>`;
}

function parameterTable(parameters: readonly ParameterDocs[], schemas: Schemas): Html {
  const rows = parameters.map(({ name, in: place, required, description, schema: referred }) => {
    const schema = withPlainType(referred, schemas);
    const notes = [description ?? "", ...notesOf(schema)].filter((note) => note !== "");
    return html`<tr>
      <td><code>${name}</code></td>
      <td>${place}${required === true ? "" : ", optional"}</td>
      <td>${typeOf(schema, schemas)}</td>
      <td>${phrase(notes.join(" "))}</td>
    </tr>`;
  });
  return html`<h4>Parameters</h4>
    <table>
      <thead>
        <tr>
          <th>name</th>
          <th>place</th>
          <th>type</th>
          <th>notes</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`;
}

function bodyView({ required, content }: BodyDocs, table: Table): Html {
  return html`<h4>Body${required ? "" : " (optional)"}: ${Object.keys(content).join(", ")}</h4>
    ${Object.values(content).map(({ schema, example }) => html`${table(schema)}${example === undefined ? "" : exampleView(example)}`)}`;
}

function exampleView(example: unknown): Html {
  return html`<details open>
    <summary>Example</summary>
    <pre><code>${JSON.stringify(example, null, 2)}</code></pre>
  </details>`;
}

/** Renders the successful response. */
function answerView(status: string, answer: ResponseDocs, table: Table): Html {
  if (isError(status)) return html``;
  const [type = "", content] = Object.entries(answer.content ?? {})[0] ?? [];
  const schema = content?.schema;
  const what = schema === undefined ? "" : isEnveloped(schema) ? ", data" : `, ${type}`;
  return html`<h4>${status}${what}</h4>
    <p>${phrase(answer.description ?? "")}</p>
    ${schema === undefined || type !== "application/json" ? "" : table(dataOf(schema))}`;
}

function isError(status: string): boolean {
  return Number(status) >= 400;
}

function isEnveloped({ allOf }: JsonSchema): boolean {
  return allOf !== undefined;
}

/** The schema of `data` without the envelope, which the page describes once. */
function dataOf(schema: JsonSchema): JsonSchema {
  return (schema.allOf?.[1]?.properties?.["data"] ?? schema) as JsonSchema;
}

/** A link to an error of the contract. If only this operation has the error, its sentence follows. */
function errorLink(
  status: string,
  answer: ResponseDocs | Reference,
  { responses }: Components,
): Html | string {
  if (!isError(status)) return "";
  const name = "$ref" in answer ? nameOf(answer.$ref) : "";
  if (name in contractErrors(responses)) return html`<a href="#error-${name}">${status}</a> `;
  return html`<span title="${resolved(answer, responses).description ?? ""}">${status}</span> `;
}
