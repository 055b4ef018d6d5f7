import { runInDurableObject } from "cloudflare:test";
import { testEnv } from "../setup/env.ts";
import type { Person } from "../http/person.ts";

interface Leaver {
  readonly ada: Person;
  /** The owner of the thread in which the leaver wrote. */
  readonly grace: Person;
  readonly ownThread: string;
  readonly threadId: string;
}

/** The places in the bucket and the Durable Objects that contain a text. */
export async function storesContaining(
  { ada, grace, ownThread, threadId }: Leaver,
  text: string,
): Promise<string[]> {
  const { organizationId } = ada;
  const stubs = {
    room: testEnv.THREAD_ROOM.getByName(ownThread),
    otherRoom: testEnv.THREAD_ROOM.getByName(threadId),
    bulkIngest: testEnv.BULK_INGEST.getByName(organizationId),
    index: testEnv.KNOWLEDGE_INDEX.getByName(`${organizationId}/0`),
  };
  const tables = Object.entries(stubs).map(async ([name, stub]) =>
    (await tablesHolding(stub as unknown as DurableObjectStub, text)).map((table) => `${name}.${table}`),
  );
  const objects = [ada, grace].map(async (person) => await objectsHolding(`${person.organizationId}/`, text));
  return (await Promise.all([...objects, ...tables])).flat();
}

/** The keys below a bucket prefix whose bytes contain the text. */
async function objectsHolding(prefix: string, text: string): Promise<string[]> {
  const { objects } = await testEnv.BUCKET.list({ prefix });
  const holding: string[] = [];
  for (const { key } of objects) {
    const bytes = await (await testEnv.BUCKET.get(key))?.arrayBuffer();
    if (key.includes(text) || (bytes !== undefined && shown(bytes).includes(text))) holding.push(key);
  }
  return holding;
}

/** The tables of a Durable Object whose rows contain the text, including in BLOBs. */
async function tablesHolding(stub: DurableObjectStub, text: string): Promise<string[]> {
  return await runInDurableObject(stub, (_: unknown, { storage: { sql } }: DurableObjectState) => {
    const tables = sql
      .exec<{ name: string }>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
      )
      .toArray();
    const isHeld = (value: SqlStorageValue): boolean =>
      (value instanceof ArrayBuffer ? shown(value) : String(value)).includes(text);
    return tables.flatMap(({ name }) =>
      sql
        .exec(`SELECT * FROM "${name}"`)
        .toArray()
        .some((row) => Object.values(row).some(isHeld))
        ? [name]
        : [],
    );
  });
}

const shown = (bytes: ArrayBuffer): string => new TextDecoder().decode(bytes);
