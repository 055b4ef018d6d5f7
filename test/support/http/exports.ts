import { unzipSync } from "fflate";
import { addReadyAsset } from "./assets.ts";
import { rawCall } from "./call.ts";
import { type Person, signUp } from "./person.ts";
import { sendMessage, startThread } from "./threads.ts";
import { createCollection, share } from "./create-collection.ts";

/** An archive, by file. */
export interface ReadExport {
  readonly status: number;
  readonly files: Readonly<Record<string, Uint8Array>>;
  readonly text: (name: string) => string;
  /** The records of a JSON Lines file. */
  readonly lines: (name: string) => any[];
  readonly manifest: any;
}

export const exportPath = (organizationId: string, after = ""): string =>
  `/v1/organizations/${organizationId}/export${after === "" ? "" : `?after=${after}`}`;

export async function readExport({ token }: Pick<Person, "token">, path: string): Promise<ReadExport> {
  const response = await rawCall("GET", path, { token });
  if (response.status !== 200) throw new Error(await response.text());
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  const text = (name: string): string => {
    const bytes = files[name];
    if (bytes === undefined) throw new Error(`There is no ${name} among ${Object.keys(files).join(", ")}.`);
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  };
  const lines = (name: string): any[] =>
    text(name)
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  return { status: response.status, files, text, lines, manifest: JSON.parse(text("manifest.json")) };
}

export const GUIDE = "The brass lantern hangs in shed seven. Marrow keeps the ledger of the loom.";

/** An organization with a document, a question about it, and a reader. */
export async function createExported() {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const folder = await createCollection(ada, ada.rootId, "Guides");
  const assetId = await addReadyAsset(ada, folder, GUIDE, { name: "guide.txt" });
  const threadId = await startThread(ada, folder, { label: "Lanterns" });
  await sendMessage(ada, threadId, "Where does the brass lantern hang?");
  await share(ada, folder, bob, ["read"]);
  return { ada, bob, folder, assetId, threadId };
}
