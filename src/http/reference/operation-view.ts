import { html } from "hono/html";
import type { JsonSchema } from "../openapi/json-schemas.ts";
import type { BodyDocs, OperationDocs, ParameterDocs, ResponseDocs } from "../openapi/operation-docs.ts";
import { type Html, phrase, prose } from "./prose.ts";
import { notesOf, schemaTable, typeOf } from "./schema-table.ts";

/** One operation, with everything that it takes and gives. */
export function operationView(method: string, path: string, docs: OperationDocs): Html {
  const { operationId, summary, parameters, requestBody, responses } = docs;
  const paragraphs = docs.description.split("\n\n");
  return html`<article id="${operationId}">
    <h3><span class="method ${method}">${method}</span> <code>${path}</code> <a href="#${operationId}">${operationId}</a></h3>
    <p class="summary">${phrase(summary)}</p>
    <p class="access">${phrase(paragraphs.at(-1) ?? "")}</p>
    ${prose(paragraphs.slice(0, -1).join("\n\n"))} ${parameters.length === 0 ? "" : parameterTable(parameters)}
    ${requestBody === undefined ? "" : bodyView(requestBody)}
    ${Object.entries(responses).map(([status, answer]) => answerView(status, answer))}
    <p class="errors">Errors: ${Object.entries(responses).map(([status, answer]) => errorLink(status, answer))}</p>
  </article>`;
}

function parameterTable(parameters: readonly ParameterDocs[]): Html {
  const rows = parameters.map(({ name, in: place, required, description, schema }) => {
    const notes = [description ?? "", ...notesOf(schema)].filter((note) => note !== "");
    return html`<tr>
      <td><code>${name}</code></td>
      <td>${place}${required === true ? "" : ", optional"}</td>
      <td>${typeOf(schema)}</td>
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

function bodyView({ required, content }: BodyDocs): Html {
  return html`<h4>Body${required ? "" : " (optional)"}: ${Object.keys(content).join(", ")}</h4>
    ${Object.values(content).map(({ schema, example }) => html`${schemaTable(schema)}${example === undefined ? "" : exampleView(example)}`)}`;
}

function exampleView(example: unknown): Html {
  return html`<details open>
    <summary>Example</summary>
    <pre><code>${JSON.stringify(example, null, 2)}</code></pre>
  </details>`;
}

/** What is answered on success. */
function answerView(status: string, answer: ResponseDocs | { readonly $ref: string }): Html {
  if ("$ref" in answer || isError(status)) return html``;
  const [type = "", content] = Object.entries(answer.content ?? {})[0] ?? [];
  const schema = content?.schema;
  const what = schema === undefined ? "" : isEnveloped(schema) ? ", data" : `, ${type}`;
  return html`<h4>${status}${what}</h4>
    <p>${phrase(answer.description ?? "")}</p>
    ${schema === undefined || type !== "application/json" ? "" : schemaTable(dataOf(schema))}`;
}

function isError(status: string): boolean {
  return Number(status) >= 400;
}

function isEnveloped({ allOf }: JsonSchema): boolean {
  return allOf !== undefined;
}

/** Without the envelope, which is described once. */
function dataOf(schema: JsonSchema): JsonSchema {
  return (schema.allOf?.[1]?.properties?.["data"] ?? schema) as JsonSchema;
}

/** A link to what every operation may answer; what only this one spells so has its sentence beside it. */
function errorLink(status: string, answer: ResponseDocs | { readonly $ref: string }): Html | string {
  if (!("$ref" in answer)) return isError(status) ? html`<span title="${answer.description ?? ""}">${status}</span> ` : "";
  return html`<a href="#error-${answer.$ref.split("/").at(-1) ?? ""}">${status}</a> `;
}
