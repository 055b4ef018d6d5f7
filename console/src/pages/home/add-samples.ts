import { createCollection } from "../../data/bring-in.ts";
import { fetchOwn } from "../../data/client.ts";
import { workspace } from "../../data/session.ts";
import { sendFiles } from "../../data/send-files.ts";
import type { IconName } from "../../parts/icon/icon-paths.ts";
import { t } from "../../words/t.ts";

interface Sample {
  readonly name: string;
  readonly type: string;
  readonly icon: IconName;
}

/** Documents that come with the console's files. */
export const SAMPLES: readonly Sample[] = [
  { name: "fasta-guide.pdf", type: "application/pdf", icon: "pdf" },
  { name: "ripgrep-guide.md", type: "text/markdown", icon: "document" },
];
/** In the language of the documents. The service finds its answer before and after it has embedded the texts. */
export const SAMPLE_QUESTION = "What goal do FASTA and BLAST have in common?";

/**
 * Sends the samples into the collection Samples below the personal one, by the ordinary upload. @throws
 * ApiError; errors of `fetch`
 */
export async function addSamples(): Promise<void> {
  const own = workspace.peek();
  if (own === null) throw new Error("Nobody is signed in.");
  const files = await Promise.all(SAMPLES.map(readSample));
  const collectionId = await createCollection(own.personalId, t("home.samplesCollection"));
  await sendFiles(files.map((file) => ({ collectionId, file })));
}

async function readSample({ name, type }: Sample): Promise<File> {
  const response = await fetchOwn(`/assets/${SAMPLE_FOLDER}/${name}`);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return new File([await response.blob()], name, { type });
}
