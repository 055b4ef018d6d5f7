/**
 * `npm run generate`: writes the files that come from the source: the OpenAPI document, the console and the
 * client's types. `--served` writes only those that the Worker serves, and needs no development packages.
 */
import { parseArgs } from "node:util";
import { run } from "./lib/failure.ts";
import { installConsole } from "./lib/built-console.ts";
import { writeClientTypes, writeOpenApiDocument } from "./lib/write-client-types.ts";

await run(async () => {
  const { values } = parseArgs({ options: { served: { type: "boolean" } } });
  await Promise.all([writeOpenApiDocument(), installConsole()]);
  if (values.served !== true) await writeClientTypes();
});
