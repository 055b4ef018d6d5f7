import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";

export const PROJECT_ROOT = join(import.meta.dirname, "..", "..");
export const WRANGLER_CONFIG = join(PROJECT_ROOT, "wrangler.toml");
/** The Worker that reads files and fetches pages. */
export const SANDBOX_CONFIG = join(PROJECT_ROOT, "wrangler.sandbox.toml");

/** The weights of the embedding model and the reader. */
export const WEIGHTS = join(PROJECT_ROOT, "weights");

/** CMaps of Chinese, Japanese and Korean fonts that a PDF does not embed. */
export const SANDBOX_FILES = join(PROJECT_ROOT, "node_modules", "pdfjs-dist", "cmaps");

/** The OpenAPI document that the service serves. `package.json` maps `#openapi.json` to it. */
export const DOCUMENT = "dist/openapi.json";
/** The sources of the document. */
export const DOCUMENT_SOURCES = ["src", "scripts/lib/open-api-file.ts", "package-lock.json"];

/** The built console, which `wrangler.toml` names. */
export const CONSOLE_FOLDER = "dist/console";

/** Builds of the Workers and other files made from the source alone. */
export const BUILD_CACHE = join(PROJECT_ROOT, "node_modules", ".cache", "knowledge-workspace");

/** Settings that keep wrangler quiet and off the network. */
export const QUIET_WRANGLER = {
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_WRITE_LOGS: "false",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  X_LOCAL_OBSERVABILITY: "false",
} as const;

/** The build command of `wrangler.toml` starts `node`, which must be this Node. */
export const PATH_WITH_THIS_NODE = {
  PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"] ?? ""}`,
} as const;

const require = createRequire(import.meta.url);

/** The script of the `wrangler` command, to run with this Node: no shell, no PATH. */
export const WRANGLER_SCRIPT = join(dirname(require.resolve("wrangler/package.json")), "bin", "wrangler.js");

export const PROJECT_VERSION = (require("../../package.json") as { version: string }).version;
