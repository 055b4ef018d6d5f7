/** `npm run generate:client`: writes the types that come from the service. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generatedTypes } from "./generated-types.ts";

for (const [name, text] of Object.entries(await generatedTypes())) {
  await writeFile(join(import.meta.dirname, "..", "src", "generated", name), text);
  process.stdout.write(`client/src/generated/${name}\n`);
}
