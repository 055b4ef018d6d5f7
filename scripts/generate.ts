/**
 * `npm run generate`: writes the files that come from the operations. `--document` writes only the OpenAPI
 * document and needs no development packages.
 */
import { parseArgs } from "node:util";
import { run } from "./lib/failure.ts";
import { generateClientTypes, generateDocument } from "./lib/generated-files.ts";

await run(async () => {
  const { values } = parseArgs({ options: { document: { type: "boolean" } } });
  await generateDocument();
  if (values.document !== true) await generateClientTypes();
});
