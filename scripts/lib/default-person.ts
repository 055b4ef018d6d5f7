import { userInfo } from "node:os";
import { Failure } from "./failure.ts";
import type { LinkedPerson } from "./one-time-links.ts";

export const USER_VARIABLE = "KNOWLEDGE_USER";
const ADDRESS = /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u;

/**
 * The person at this machine: the address in `KNOWLEDGE_USER`, else the login name at `localhost`.
 * @throws Failure for a value that is no address
 */
export function defaultPerson(environment: Readonly<Record<string, string | undefined>>): LinkedPerson {
  const email = environment[USER_VARIABLE];
  if (email !== undefined && !ADDRESS.test(email))
    throw new Failure(`${USER_VARIABLE} must be an e-mail address, not "${email}".`);
  if (email !== undefined) return { email, name: email.slice(0, email.indexOf("@")) };
  const name = loginName();
  return { email: `${name}@localhost`, name };
}

/** Containers may run under a user id without an entry in the user database. */
function loginName(): string {
  try {
    return userInfo().username.replaceAll(/[\s@\p{C}]/gu, "") || "owner";
  } catch {
    return "owner";
  }
}
