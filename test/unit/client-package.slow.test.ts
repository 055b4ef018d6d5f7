import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { generatedTypes } from "../../client/scripts/generated-types.ts";
import { openApiFile } from "../../scripts/lib/open-api-file.ts";

const CLIENT = join(import.meta.dirname, "..", "..", "client");

const read = async (...path: string[]): Promise<string> => await readFile(join(CLIENT, ...path), "utf8");

describe("the client's package", () => {
  test("the client's package has the current types of the service", async () => {
    for (const [name, text] of Object.entries(await generatedTypes(openApiFile()))) {
      expect({ name, read: await read("src", "generated", name) }).toEqual({ name, read: text });
    }
  }, 30_000);

  test("the client's package imports only itself, so that it runs in every runtime with WebSockets", async () => {
    const files = (await readdir(join(CLIENT, "src"), { recursive: true })).filter(
      (file) => file.endsWith(".ts") && !file.startsWith("cli"),
    );
    expect(files.length).toBeGreaterThan(10);
    for (const file of files) {
      const source = await read("src", file);
      const imported = [...source.matchAll(/(?<!["'/])(?:\bfrom|\bimport)\s*\(?\s*["']([^"']+)["']/g)].map(
        (match) => match[1],
      );
      expect({
        file,
        imported: imported.filter(
          (name) => !/^\.{1,2}\/[\w/-]+\.ts$/.test(name ?? "") || name?.includes("../.."),
        ),
      }).toEqual({
        file,
        imported: [],
      });
      expect([file, /\b(?:process|Buffer|require|__dirname)\b[.(]/.exec(source)]).toEqual([file, null]);
    }
  });

  test("the client's package has less than 17,000 bytes when compressed", async () => {
    const { outputFiles } = await build({
      entryPoints: [join(CLIENT, "src", "index.ts")],
      bundle: true,
      minify: true,
      format: "esm",
      write: false,
    });
    const [bundle] = outputFiles;
    expect(gzipSync(bundle!.contents, { level: 9 }).length).toBeLessThan(17_000);
  });

  test("the client's package has two small dependencies, of the command line alone", async () => {
    const manifest = JSON.parse(await read("package.json")) as Record<string, object>;
    expect(Object.keys(manifest).filter((name) => /dependencies$/i.test(name))).toEqual([
      "dependencies",
      "devDependencies",
    ]);
    expect(Object.keys(manifest["dependencies"] ?? {})).toEqual(["ignore", "saxes"]);
  });
});
