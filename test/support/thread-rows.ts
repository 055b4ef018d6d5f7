import { newId } from "../../src/domain/ids.ts";
import { testEnv } from "./env.ts";
import type { Person } from "./people.ts";

/** Writes many threads at home in a collection with one statement, each a millisecond newer than the one before. */
export async function insertThreads(
  person: Person,
  homeId: string,
  count: number,
  labelOf: (position: number) => string,
): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, at) => ({ id: newId("thread"), label: labelOf(at), at }));
  const { organizationId, tenantId, userId } = person;
  await testEnv.DB.prepare(
    `INSERT INTO threads (id, organization_id, tenant_id, home_collection_id, label, created_at, created_by, modified_at, modified_by)
      SELECT value ->> 'id', ?1, ?2, ?3, value ->> 'label', value ->> 'at', ?4, value ->> 'at', ?4 FROM json_each(?5)`,
  )
    .bind(organizationId, tenantId, homeId, userId, JSON.stringify(rows))
    .run();
  return rows.map(({ id }) => id);
}

/** What an answer lists: ids of threads, what may be done with each, and where each is. */
export async function listThreads(answer: Promise<{ body: any; headers: Headers; status: number; trips: number }>) {
  const { body, headers, status, trips } = await answer;
  const rows = Number(/(\d+) rows read/.exec(headers.get("server-timing") ?? "")?.[1]);
  const entities: any[] = body.data.result?.entities ?? [];
  const labels: string[] = entities.map(({ data }) => data.label);
  return {
    status,
    code: body.code,
    trips,
    rows,
    labels,
    entities,
    pagination: body.data.pagination,
    collections: body.data.result?.collections,
  };
}
