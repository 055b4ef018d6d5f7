import { html } from "hono/html";
import type { ResponseDocs } from "../openapi/operation-docs.ts";
import { type Html, phrase } from "./prose.ts";

/** Components that describe errors of the contract, by name. */
export function contractErrors(
  responses: Readonly<Record<string, ResponseDocs>>,
): Record<string, ResponseDocs> {
  return Object.fromEntries(Object.entries(responses).filter(([, response]) => codeOf(response) !== ""));
}

/** Table of the errors that operations reference, by name. */
export function errorTable(errors: Readonly<Record<string, ResponseDocs>>): Html {
  return html`<table>
    <thead>
      <tr>
        <th>error</th>
        <th>code</th>
        <th>meaning</th>
      </tr>
    </thead>
    <tbody>
      ${Object.entries(errors).map(([name, error]) => {
        return html`<tr id="error-${name}">
          <td>${name}</td>
          <td><code>${codeOf(error)}</code></td>
          <td>${phrase(error.description ?? "")}</td>
        </tr>`;
      })}
    </tbody>
  </table>`;
}

function codeOf({ content }: ResponseDocs): string {
  const example = content?.["application/json"]?.example as { readonly code?: string } | undefined;
  return example?.code ?? "";
}
