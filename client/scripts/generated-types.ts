/**
 * Generates the files of `client/src/generated`: types of the service's OpenAPI document and of a thread's
 * events.
 */
import openapiTS, { astToString } from "openapi-typescript";
import * as z from "zod";
import { THREAD_EVENTS } from "../../src/domain/events.ts";

const HEADER = "/* Written by `npm run generate` from the service. */\n\n";
const OPTIONS = { alphabetize: true, immutable: true } as const;

/**
 * @param document the OpenAPI document, as JSON
 * @returns file texts by file name
 */
export async function generatedTypes(document: string): Promise<Record<string, string>> {
  return {
    "operations.ts": await typesOf(document),
    "events.ts": await typesOf(JSON.stringify(eventsDocument())),
  };
}

/** OpenAPI does not describe sockets, so the thread's events come from a document of schemas alone. */
function eventsDocument(): object {
  const registry = z.registry<{ id: string }>();
  for (const [kind, schema] of Object.entries(THREAD_EVENTS)) registry.add(schema, { id: kind });
  const { schemas } = z.toJSONSchema(registry, { uri: (kind) => `#/components/schemas/${kind}` });
  const named = Object.entries(schemas).map(([kind, { $id: _id, $schema: _dialect, ...schema }]) => [
    kind,
    schema,
  ]);
  return {
    openapi: "3.1.1",
    info: { title: "Events", version: "" },
    paths: {},
    components: { schemas: Object.fromEntries(named) },
  };
}

async function typesOf(document: string): Promise<string> {
  return HEADER + astToString(await openapiTS(document, OPTIONS));
}
