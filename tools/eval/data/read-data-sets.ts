import { Failure } from "../../../scripts/lib/failure.ts";
import type { DataSet } from "./data-set.ts";
import { readDataSet } from "./read-data-set.ts";
import { readXquad } from "./read-xquad.ts";

/**
 * Reads folders in the layout of tools/eval/README.md, and checkouts of XQuAD.
 * @param askIn language of the questions to XQuAD's documents; null asks in the language of the documents
 * @throws Failure
 */
export async function readDataSets(folders: readonly string[], askIn: string | null): Promise<DataSet[]> {
  const sets = await Promise.all(
    folders.map(async (folder) => {
      const xquad = await readXquad(folder, askIn);
      if (xquad.length > 0) return xquad;
      if (askIn !== null) throw new Failure(`--ask-in needs a folder with XQuAD; ${folder} has none.`);
      return [await readDataSet(folder)];
    }),
  );
  return sets.flat();
}
