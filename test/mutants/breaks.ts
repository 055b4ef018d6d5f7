import type { Break } from "./break.ts";
import { BOUNDS } from "./breaks/bounds.ts";
import { CHANGES } from "./breaks/changes.ts";
import { RIGHTS } from "./breaks/rights.ts";

export const BREAKS: readonly Break[] = [...RIGHTS, ...CHANGES, ...BOUNDS];
