import { unpackArchive } from "../unpack/unpack-archive.ts";
import type { Stage } from "../pipeline-run.ts";
import { MS_PER_MINUTE } from "../../domain/time.ts";

/**
 * Creates assets from the files in an archive or message. Their processing starts when the archive's asset is
 * ready.
 */
export const unpack: Stage = {
  name: "unpack",
  deadline: { ms: MS_PER_MINUTE, name: "Unpacking the files" },
  modes: ["in_memory", "staged"],
  isDone: ({ text, isUnpacked }) => isUnpacked || (text !== null && text.entryCount === 0),
  shows: { step: "processing", message: "Unpacking the files." },
  run: unpackArchive,
};
