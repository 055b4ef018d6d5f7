import { objectKeys } from "../../../src/domain/asset.ts";
import type { PendingVersion } from "../../../src/domain/pending-version.ts";
import type { Person } from "../http/person.ts";
import { testEnv } from "../setup/env.ts";
import { setFields } from "./pages.ts";

/** Lets a text wait as the next version of a document, as the commit of its upload leaves it. */
export async function setPendingVersion(
  { organizationId }: Pick<Person, "organizationId">,
  assetId: string,
  content: string,
): Promise<void> {
  const objectKey = `${objectKeys.original(organizationId, assetId)}/next`;
  const { etag: objectEtag, size: fileSize } = (await testEnv.BUCKET.put(objectKey, content))!;
  const file: PendingVersion = {
    objectKey,
    objectEtag,
    fileSize,
    contentType: "text/plain",
    originalFileName: "next.txt",
  };
  await setFields(assetId, { pending_version: JSON.stringify(file) });
}
