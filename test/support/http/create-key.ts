import { ACTIONS, type Action } from "../../../src/domain/access.ts";
import { call } from "./call.ts";
import type { Person } from "./person.ts";

export interface CreatedKey {
  readonly apiKeyId: string;
  readonly key: string;
}

/** Creates a key with all rights of the person, unless the fields restrict it. */
export async function createKey(
  { token }: Pick<Person, "token">,
  wanted: {
    readonly actions?: readonly Action[];
    readonly collectionIds?: readonly string[];
    readonly expiresAt?: string;
  } = {},
): Promise<CreatedKey> {
  const body = { name: "A script", actions: ACTIONS, collectionIds: [], ...wanted };
  const answer = await call("createApiKey", { token, body });
  if (answer.status !== 200) throw new Error(`No key was made: ${answer.body.message}`);
  return answer.body.data as CreatedKey;
}
