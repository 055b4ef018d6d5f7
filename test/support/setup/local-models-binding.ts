import type { Request, Response } from "../../../scripts/lib/miniflare.ts";
import { type LocalModels, startLocalModels } from "../../../scripts/lib/models/local-models.ts";
import { supportedModels } from "../../../scripts/lib/models/supported-models.ts";

/** The binding `LOCAL_MODELS` of the tests. Its process starts with the first request. */
export function localModelsBinding(): Readonly<Record<string, (request: Request) => Promise<Response>>> {
  const models = supportedModels({ encoder: true, reader: true });
  if (!models.encoder && !models.reader) return {};
  let local: LocalModels | null = null;
  return {
    LOCAL_MODELS: async (request) => {
      local ??= startLocalModels(models);
      if (local === null) throw new Error("No model runs here.");
      return await local.answer(request);
    },
  };
}
