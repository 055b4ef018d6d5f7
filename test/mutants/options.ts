import { Failure } from "../../scripts/lib/failure.ts";
import { readOptions } from "../../scripts/lib/options.ts";
import type { Break } from "./break.ts";
import { BREAKS } from "./breaks.ts";

const USAGE = `npm run test:mutants -- [--only NAME]... [--list]
Breaks a copy of the code, one break after the other, and says which test of npm test saw it. Exit status 1: one was seen by none.
  --only NAME  this break alone; may be repeated
  --list       the breaks, and nothing is run`;

export function readMutantOptions(): { readonly breaks: readonly Break[]; readonly isList: boolean } {
  const { only, list } = readOptions(
    { only: { type: "string", multiple: true, default: [] }, list: { type: "boolean", default: false } },
    USAGE,
  );
  for (const name of only) {
    if (!BREAKS.some((each) => each.name === name)) throw new Failure(`--only ${name}: there is no such break. --list shows them.`);
  }
  return { breaks: only.length === 0 ? BREAKS : BREAKS.filter(({ name }) => only.includes(name)), isList: list };
}
