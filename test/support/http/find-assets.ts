import { call } from "./call.ts";
import type { Person } from "./person.ts";

/**
 * Searches assets by name.
 * @returns also the rows that D1 read, and the round trips
 */
export async function findAssets({ token }: Pick<Person, "token">, matchName: string, rest: object = {}) {
  const { status, body, headers, trips } = await call("POST", "/v1/assets/search", {
    token,
    body: { matchName, ...rest },
  });
  const rows = Number(/(\d+) rows read/.exec(headers.get("server-timing") ?? "")?.[1]);
  const names: string[] = (body.data.result?.entities ?? []).map(({ data }: any) => data.displayName);
  return { status, code: body.code, data: body.data, names, rows, trips };
}
