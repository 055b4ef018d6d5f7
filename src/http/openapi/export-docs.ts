import type { RawRouteDocs } from "./raw-docs.ts";

const ASSET = "asset_01h455vb4pex5vsknk084sn02q";

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
  parameters: [
    {
      name: "after",
      in: "query",
      description: "`next` of the part before.",
      schema: { type: "string", pattern: "^(?:asset|thread)_[0-7][0-9a-hjkmnp-tv-z]{25}$", examples: [ASSET] },
    },
  ],
  responses: {
    200: { description: "The archive.", content: { "application/zip": { schema: {}, example: "PK\u0003\u0004" } } },
  },
  errors: [400, 401, 403, 404, 409],
};
