import { html, raw } from "hono/html";
import type { OpenApiDocument } from "../openapi/document.ts";
import type { OperationDocs } from "../openapi/operation-docs.ts";
import { contractErrors, errorTable } from "./error-table.ts";
import { isOwn, isPlain } from "./resolve.ts";
import { operationView } from "./operation-view.ts";
import { schemaTable } from "./schema-table.ts";
import { REFERENCE_STYLE } from "./style.ts";
import { type Html, prose } from "./prose.ts";

interface Entry {
  readonly method: string;
  readonly path: string;
  readonly docs: OperationDocs;
}

/**
 * Renders the document as one HTML page without scripts. The page loads nothing.
 * @param introduction text before the section about credentials
 */
export async function referencePage(document: OpenApiDocument, introduction: Html): Promise<string> {
  const { info, components } = document;
  const entries = entriesOf(document);
  const tags = document.tags.map((tag) => ({
    ...tag,
    entries: entries.filter(({ docs }) => docs.tags.includes(tag.name)),
  }));
  const records = Object.entries(components.schemas).filter(
    ([name, schema]) => !isPlain(schema) && !entries.some(({ docs }) => isOwn(name, docs.operationId)),
  );
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${info.title}: reference</title>
        ${raw(`<style>${REFERENCE_STYLE}</style>`)}
      </head>
      <body>
        <nav aria-label="Contents">
          <h2><a href="#first-steps">first steps</a></h2>
          ${tags.map(({ name, entries: some }) => navigation(name, some))}
          <h2><a href="#errors">errors</a></h2>
          <h2><a href="#records">records</a></h2>
        </nav>
        <main>
          <header>
            <h1>${info.title}</h1>
            <p>Version ${info.version}. The same for programs: <a href="/openapi.json">openapi.json</a>.</p>
            ${prose(info.description)}
          </header>
          ${introduction} ${credentials(document)}
          ${tags.map(({ name, description, entries: some }) => tagSection(name, description, some, components))}
          <section id="errors">
            <h2>Errors</h2>
            ${errorTable(contractErrors(components.responses))}
          </section>
          <section id="records">
            <h2>Records</h2>
            ${records.map(
              ([name, schema]) =>
                html`<h3 id="record-${name}">${name}</h3>
                  ${schemaTable(schema, components.schemas)}`,
            )}
          </section>
        </main>
      </body>
    </html>`;
  return page.toString();
}

function entriesOf({ paths }: OpenApiDocument): Entry[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, docs]) => ({ method: method.toUpperCase(), path, docs })),
  );
}

function navigation(tag: string, entries: readonly Entry[]): Html {
  return html`<h2><a href="#tag-${tag}">${tag}</a></h2>
    <ul>
      ${entries.map(({ docs }) => html`<li><a href="#${docs.operationId}">${docs.operationId}</a></li>`)}
    </ul>`;
}

function tagSection(
  name: string,
  description: string,
  entries: readonly Entry[],
  components: OpenApiDocument["components"],
): Html {
  return html`<section id="tag-${name}">
    <h2>${name}</h2>
    ${prose(description)}
    ${entries.map(({ method, path, docs }) => operationView(method, path, docs, components))}
  </section>`;
}

function credentials({ components }: OpenApiDocument): Html {
  const schemes = Object.entries(components.securitySchemes);
  return html`<section id="credentials">
    <h2>Credentials</h2>
    <dl>
      ${schemes.map(
        ([name, scheme]) =>
          html`<dt>${name}</dt>
            <dd>${prose(scheme.description)}</dd>`,
      )}
    </dl>
  </section>`;
}
