import * as z from "zod";
import { countOf } from "../../../domain/count-of.ts";
import { failureCodeOf } from "../../../domain/failure-code.ts";
import { listVersions } from "../../../services/assets/list-versions.ts";
import { defineOperation } from "../../operation.ts";
import { failureCode } from "../../wire/assets/failure-code.ts";
import { idParam } from "../../wire/identifier.ts";
import { timestamp } from "../../wire/values.ts";

const MAX_VERSIONS = 100;

const assetVersion = z.object({
  version: z.string().meta({ description: "The hash of the text." }),
  createdAt: timestamp.meta({ description: "When the service read the text." }),
  isCurrent: z.boolean().meta({ description: "Whether search and new answers use this text." }),
});

export const listVersionsOperation = defineOperation({
  id: "listVersions",
  method: "GET",
  path: "/v1/assets/{assetID}/versions",
  audience: "user",
  acceptsKeys: true,
  access: "`read` on a collection that holds the asset",
  tag: "assets",
  summary: "The newest 100 versions of a document's text, the newest first.",
  description: "`getAssetText` returns the text of each version.",
  params: z.object({ assetID: idParam("asset") }),
  message: ({ data }) => `${countOf(data.versions.length, "version")} found.`,
  data: z.object({
    versions: z.array(assetVersion).meta({ description: "The versions, the newest first." }),
    pendingFileName: z
      .string()
      .meta({ description: 'Name of the uploaded version that is being read; "" without one.' }),
    failureReason: z
      .string()
      .meta({ description: 'Why the last new version could not be read, in a sentence; "" otherwise.' }),
    failureCode,
  }),
  async handle(ctx, { params }) {
    const found = await listVersions(ctx, { assetId: params.assetID, limit: MAX_VERSIONS });
    const versions = found.versions.map(({ createdAt, ...each }) => ({
      ...each,
      createdAt: createdAt.toISOString(),
    }));
    return {
      data: { ...found, versions, failureCode: failureCodeOf(found.failureReason) },
      done: found.pendingFileName === "",
    };
  },
});
