import type { Break } from "./break.ts";
import { ANSWERS } from "./breaks/answers.ts";
import { BOUNDS } from "./breaks/bounds.ts";
import { CHANGES } from "./breaks/changes.ts";
import { DELETIONS } from "./breaks/deletions.ts";
import { RIGHTS } from "./breaks/rights.ts";

export const BREAKS: readonly Break[] = [...RIGHTS, ...CHANGES, ...BOUNDS, ...ANSWERS, ...DELETIONS];
