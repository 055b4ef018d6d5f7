import { createRequire } from "node:module";
import type * as types from "miniflare";

/**
 * Loads Miniflare as CommonJS. An `import` would read its five megabytes twice more to detect their format
 * and exports.
 */
const miniflare = createRequire(import.meta.url)("miniflare") as typeof types;

export const {
  convertV4MiniflareOptions,
  Log,
  LogLevel,
  Miniflare,
  NoOpLog,
  Request,
  Response,
  Runtime,
  serializeConfig,
} = miniflare;
export type Miniflare = types.Miniflare;
export type Request = types.Request;
export type Response = types.Response;
export type Runtime = types.Runtime;
