import { testEnv } from "../setup/env.ts";
import { call } from "./call.ts";
import type { Person } from "./person.ts";

/** The usage that the owner sees. */
export async function usageOf(
  { token, organizationId }: Pick<Person, "token" | "organizationId">,
  query = "",
) {
  const { status, body, trips, headers } = await call(
    "GET",
    `/v1/organizations/${organizationId}/usage?${query}`,
    { token },
  );
  const rowsRead = Number(/(\d+) rows read/.exec(headers.get("server-timing") ?? "")?.[1]);
  return { status, code: body.code, trips, rowsRead, ...body.data };
}

interface Counted {
  readonly questions: number;
  readonly units: number;
  readonly assets: number;
  readonly bytes: number;
}

/**
 * An organization's usage summed from the rows by user and operation, and from the totals. Both must be
 * equal.
 */
export async function countedUsage(
  organizationId: string,
): Promise<readonly [Counted | null, Counted | null]> {
  const sums =
    "coalesce(sum(questions), 0) AS questions, coalesce(sum(units), 0) AS units, coalesce(sum(assets), 0) AS assets, coalesce(sum(bytes), 0) AS bytes";
  const read = async (table: string) =>
    await testEnv.DB.prepare(`SELECT ${sums} FROM ${table} WHERE organization_id = ?`)
      .bind(organizationId)
      .first<Counted>();
  return [await read("usage_days"), await read("usage_totals")];
}

/** The units in an organization's audit log. */
export async function unitsOf(organizationId: string): Promise<number> {
  const sum = testEnv.DB.prepare(
    "SELECT coalesce(sum(units), 0) AS n FROM audit_events WHERE organization_id = ?",
  ).bind(organizationId);
  return (await sum.first<number>("n")) ?? Number.NaN;
}
