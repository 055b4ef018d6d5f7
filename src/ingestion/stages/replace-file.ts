import { replaceBytes } from "../replace-bytes.ts";
import type { Stage } from "../pipeline-run.ts";

/**
 * Reads the uploaded version of a document. The document keeps its bytes and its text until the new text
 * exists.
 */
export const replaceFile: Stage = {
  name: "replace-file",
  deadline: { ms: 160_000, name: "Reading the new version" },
  longDeadline: { ms: 600_000, name: "Reading the new version" },
  modes: ["refresh"],
  run: async (run, asset) => (asset.pendingVersion === "" ? {} : await replaceBytes(run, asset)),
};
