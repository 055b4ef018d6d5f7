import type { Id } from "../../../src/domain/ids.ts";
import { upload, notify } from "../http/assets.ts";
import { testEnv } from "../setup/env.ts";
import type { Person } from "../http/person.ts";

/** A fetched page that waits for extraction. These tests cannot fetch from any host. */
export async function addPage(
  person: Person,
  collectionId: string,
  fields: Record<string, string | number | null> = {},
): Promise<Id<"asset">> {
  const assetId = await upload(person, collectionId, "Some text.");
  await notify(person, assetId, false);
  await setFields(assetId, { source_url: "https://example.com/zephyr", ...fields });
  return assetId;
}

export async function setFields(
  assetId: string,
  fields: Readonly<Record<string, string | number | null>>,
): Promise<void> {
  const names = Object.keys(fields);
  const sets = names.map((name) => `${name} = ?`).join(", ");
  await testEnv.DB.prepare(`UPDATE assets SET ${sets} WHERE id = ?`)
    .bind(...Object.values(fields), assetId)
    .run();
}
