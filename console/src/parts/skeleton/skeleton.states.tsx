import type { PartStates } from "../part-states.ts";
import { Skeleton } from "./skeleton.tsx";

export const skeletonStates: PartStates = {
  part: "Skeleton",
  states: { rows: () => <Skeleton />, tree: () => <Skeleton height="var(--tree-row)" /> },
};
