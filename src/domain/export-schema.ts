import * as z from "zod";
import {
  EXPORT_FORMAT,
  EXPORT_VERSION,
  exportedAccess,
  exportedAsset,
  exportedCollection,
  exportedMessage,
  exportedOrganization,
  exportedThread,
  exportedUser,
  exportManifest,
} from "./export-format.ts";

const SCHEMAS = {
  "organization.jsonl": exportedOrganization,
  "user.jsonl": exportedUser,
  "collections.jsonl": exportedCollection,
  "access.jsonl": exportedAccess,
  "assets.jsonl": exportedAsset,
  "threads.jsonl": exportedThread,
  "threads/{id}.jsonl": exportedMessage,
  "manifest.json": exportManifest,
};

/** Returns `schema.json`: the JSON Schema of the lines of each file in the archive. */
export function exportSchema(): object {
  const files = Object.entries(SCHEMAS).map(([name, schema]) => [name, z.toJSONSchema(schema)]);
  return { format: EXPORT_FORMAT, version: EXPORT_VERSION, files: Object.fromEntries(files) };
}
