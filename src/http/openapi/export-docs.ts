import type { RawRouteDocs } from "./raw-docs.ts";

const ASSET = "asset_01h455vb4pex5vsknk084sn02q";

const AFTER: RawRouteDocs["parameters"][number] = {
  name: "after",
  in: "query",
  description: "`next` of the part before.",
  schema: { type: "string", pattern: "^(?:asset|thread)_[0-7][0-9a-hjkmnp-tv-z]{25}$", examples: [ASSET] },
};
const ARCHIVE = { description: "The archive.", content: { "application/zip": { schema: {}, example: "PK\u0003\u0004" } } };

/** What is known of a user themselves. */
export const USER_EXPORT_DOCS: RawRouteDocs = {
  tag: "users",
  description:
    "An archive as that of an organization, with `user.jsonl` in place of `organization.jsonl`: names, addresses, identities, organizations and " +
    "API keys, without the keys. `collections.jsonl` and `access.jsonl` have the collections on which the caller holds something themselves; " +
    "`assets.jsonl` what they uploaded or made, with its bytes and texts; `threads.jsonl` the threads that they wrote in, whole; in whichever " +
    "organization, as far as they may read it when it is read. Other people's names are told where they share an organization with them. A part " +
    "has at most 8,000 files and 1 GB of originals: while the manifest's `next` is not null, ask again with it as `after`. API keys are refused.",
  security: [{ userToken: [] }],
  parameters: [AFTER],
  responses: { 200: ARCHIVE },
  errors: [400, 401, 403, 409],
};

export const EXPORT_DOCS: RawRouteDocs = {
  tag: "service",
  description:
    "The archive is made while it is read. `schema.json` has the JSON Schema of every line; `organization.jsonl`, `collections.jsonl`, " +
    "`access.jsonl`, `assets.jsonl` and `threads.jsonl` have a record a line; `originals/{asset}/{name}` are the bytes, " +
    "`texts/{asset}/{version}.txt` the texts that citations count in, `{version}.chunks.json` beside them where their passages are; `artifacts/{asset}/` what was made beside them; `threads/{thread}.jsonl` has the messages with their citations " +
    "and how far these support them, " +
    "`threads/{thread}.md` the same for people. `manifest.json` comes last and counts all: an archive without it broke off. " +
    "A part has at most 8,000 files and 1 GB of originals: while the manifest's `next` is not null, ask again with it as `after`. " +
    "Each page is what the caller may read when it is read; what changes meanwhile may be in it or not. What is deleted is left out.",
  security: [{ userToken: [] }, { apiKey: [] }],
  parameters: [AFTER],
  responses: { 200: ARCHIVE },
  errors: [400, 401, 403, 404, 409],
};
