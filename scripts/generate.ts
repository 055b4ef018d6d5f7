/**
 * `npm run generate`: writes the files that come from the operations. `--document` writes only the OpenAPI
 * document and needs no development packages.
 */
import { parseArgs } from "node:util";
import { run } from "./lib/failure.ts";
import { writeClientTypes, writeOpenApiDocument } from "./lib/write-client-types.ts";

await run(async () => {
  const { values } = parseArgs({ options: { document: { type: "boolean" } } });
  await writeOpenApiDocument();
  if (values.document !== true) await writeClientTypes();
});
