import { Failure } from "../../scripts/lib/failure.ts";
import { readOptions } from "../../scripts/lib/options.ts";
import type { Mutation } from "./mutation.ts";
import { MUTATIONS } from "./mutations.ts";

const USAGE = `npm run test:mutants -- [--only NAME]... [--list]
Applies one mutation after the other to a copy of the code, and names the test of npm test that fails. Exit status 1: a mutation survived.
  --only NAME  runs this mutation alone; may be repeated
  --list       prints the mutations and runs nothing`;

export function readMutationOptions(): { readonly mutations: readonly Mutation[]; readonly isList: boolean } {
  const { only, list } = readOptions(
    { only: { type: "string", multiple: true, default: [] }, list: { type: "boolean", default: false } },
    USAGE,
  );
  for (const name of only) {
    if (!MUTATIONS.some((each) => each.name === name))
      throw new Failure(`--only ${name}: there is no such mutation. --list prints them.`);
  }
  return {
    mutations: only.length === 0 ? MUTATIONS : MUTATIONS.filter(({ name }) => only.includes(name)),
    isList: list,
  };
}
