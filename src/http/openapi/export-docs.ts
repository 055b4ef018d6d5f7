import type { RawRouteDocs } from "./raw-docs.ts";

const ASSET = "asset_01h455vb4pex5vsknk084sn02q";

const AFTER: RawRouteDocs["parameters"][number] = {
  name: "after",
  in: "query",
  description: "`next` of the previous part.",
  schema: { type: "string", pattern: "^(?:asset|thread)_[0-7][0-9a-hjkmnp-tv-z]{25}$", examples: [ASSET] },
};
const ARCHIVE = {
  description: "The archive.",
  content: { "application/zip": { schema: {}, example: "PK\u0003\u0004" } },
};

export const USER_EXPORT_DOCS: RawRouteDocs = {
  tag: "users",
  description:
    "The archive has the layout of an organization's export, with `user.jsonl` in place of `organization.jsonl`. `user.jsonl` " +
    "contains names, addresses, identities, organizations and API keys without their secrets. `collections.jsonl` and " +
    "`access.jsonl` contain the collections with grants of the caller. `assets.jsonl` lists the caller's uploads, with bytes " +
    "and texts. `threads.jsonl` lists the threads that the caller wrote in, complete. The export covers every organization, " +
    "as far as the caller may read the records. It names other people only if they share an organization with the caller. A " +
    "part has at most 8,000 files and 1 GB of originals. While the manifest's `next` is not null, repeat the call with it as " +
    "`after`. The service rejects API keys.",
  security: [{ userToken: [] }, { session: [] }],
  parameters: [AFTER],
  responses: { 200: ARCHIVE },
  errors: [400, 401, 403, 409],
};

export const EXPORT_DOCS: RawRouteDocs = {
  tag: "service",
  description:
    "The service streams the archive. `schema.json` has the JSON Schema of every line. `organization.jsonl`, " +
    "`collections.jsonl`, `access.jsonl`, `assets.jsonl` and `threads.jsonl` have one record a line. " +
    "`originals/{asset}/{name}` are the bytes, and `texts/{asset}/{version}.txt` the texts that citations refer to, with " +
    "passages in `{version}.chunks.json`. `artifacts/{asset}/` has the derived documents. `threads/{thread}.jsonl` has the " +
    "messages with citations and their support, and `threads/{thread}.md` the same for people. `manifest.json` is the last " +
    "file and counts all: an archive without it is incomplete. A part has at most 8,000 files and 1 GB of originals. While " +
    "the manifest's `next` is not null, repeat the call with it as `after`. Each page contains the records that the caller " +
    "may read at that time; concurrent changes may be missing. The export omits deleted records.",
  security: [{ userToken: [] }, { session: [] }, { apiKey: [] }],
  parameters: [AFTER],
  responses: { 200: ARCHIVE },
  errors: [400, 401, 403, 404, 409],
};
