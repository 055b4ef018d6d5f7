/** The files of pdf.js that the browser loads by address: worker, character maps, fonts and decoders. */
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "esbuild";

const PACKAGE = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
const WORKER = join(PACKAGE, "build", "pdf.worker.min.mjs");

/** Decoders without WebAssembly: the page's policy allows none. */
const DECODERS = ["openjpeg_nowasm_fallback.js", "jbig2_nowasm_fallback.js"];

/**
 * The module `pdf-files` with the addresses of the worker and of the other files, which the build copies.
 * @param folder of the build
 */
export function pdfFiles(folder: string): Plugin {
  return {
    name: "pdf-files",
    setup(plugins) {
      plugins.onResolve({ filter: /^pdf-files$/ }, () => ({ path: "pdf-files", namespace: "pdf-files" }));
      plugins.onLoad({ filter: /.*/, namespace: "pdf-files" }, () => {
        const { version } = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8")) as {
          version: string;
        };
        const hash = createHash("sha256").update(readFileSync(WORKER)).digest("hex").slice(0, 8);
        const worker = `/assets/pdf.worker-${hash}.js`;
        const files = `/assets/pdfjs-${version.replaceAll(".", "-")}/`;
        copyFiles(folder, worker, files);
        return {
          contents: `export const PDF_WORKER = ${JSON.stringify(worker)};\nexport const PDF_FILES = ${JSON.stringify(files)};`,
        };
      });
    },
  };
}

function copyFiles(folder: string, worker: string, files: string): void {
  const target = join(folder, files);
  mkdirSync(target, { recursive: true });
  cpSync(WORKER, join(folder, worker));
  for (const name of ["cmaps", "standard_fonts"])
    cpSync(join(PACKAGE, name), join(target, name), { recursive: true });
  for (const name of DECODERS) cpSync(join(PACKAGE, "wasm", name), join(target, "decoders", name));
}
