import { newId } from "../../../src/domain/ids.ts";
import { testEnv } from "../setup/env.ts";
import type { Person } from "../http/person.ts";

/** Inserts many threads of a home collection with one statement, one millisecond apart. */
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

/** The thread ids in a listing, with the caller's actions and the collections of each. */
export async function listThreads(
  answer: Promise<{ body: any; headers: Headers; status: number; trips: number }>,
) {
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
