/**
 * The files that come from the operations. Git ignores them; wrangler, the tests and the type check create
 * them on demand.
 */
import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { cachedBuild, hashOfSources } from "./cached-build.ts";
import { DOCUMENT, DOCUMENT_SOURCES, PROJECT_ROOT } from "./project.ts";

const CLIENT_TYPES = "client/src/generated";
const CLIENT_TYPE_FILES = ["operations.ts", "events.ts"] as const;

const CLIENT_SOURCES = [DOCUMENT, "src/domain", "client/scripts", "package-lock.json"];

/** Writes the OpenAPI document, from the cache if an earlier run had the same sources. */
export async function writeOpenApiDocument(): Promise<void> {
  const folder = await cachedBuild("openapi", await hashOfSources(DOCUMENT_SOURCES), async (draft) => {
    const { openApiFile } = await import("./open-api-file.ts");
    await writeFile(join(draft, "openapi.json"), openApiFile());
  });
  await installFile(join(folder, "openapi.json"), DOCUMENT);
}

/** Writes the client's types from the document and from the events of a thread. */
export async function writeClientTypes(): Promise<void> {
  const folder = await cachedBuild("client-types", await hashOfSources(CLIENT_SOURCES), async (draft) => {
    const { generatedTypes } = await import("../../client/scripts/generated-types.ts");
    const document = await readFile(join(PROJECT_ROOT, DOCUMENT), "utf8");
    for (const [name, text] of Object.entries(await generatedTypes(document)))
      await writeFile(join(draft, name), text);
  });
  for (const name of CLIENT_TYPE_FILES) await installFile(join(folder, name), join(CLIENT_TYPES, name));
}

/** Copies a file in one step, and only if it differs, so that watchers see real changes only. */
async function installFile(source: string, name: string): Promise<void> {
  const target = join(PROJECT_ROOT, name);
  const text = await readFile(source, "utf8");
  if ((await readFile(target, "utf8").catch(() => null)) === text) return;
  await mkdir(dirname(target), { recursive: true });
  const draft = `${target}.${randomUUID()}`;
  await writeFile(draft, text);
  await rename(draft, target);
}
