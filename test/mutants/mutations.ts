import type { Mutation } from "./mutation.ts";
import { ANSWERS } from "./mutations/answers.ts";
import { BOUNDS } from "./mutations/bounds.ts";
import { CHANGES } from "./mutations/changes.ts";
import { DELETIONS } from "./mutations/deletions.ts";
import { RIGHTS } from "./mutations/rights.ts";

export const MUTATIONS: readonly Mutation[] = [...RIGHTS, ...CHANGES, ...BOUNDS, ...ANSWERS, ...DELETIONS];
