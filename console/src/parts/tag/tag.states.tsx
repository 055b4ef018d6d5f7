import type { PartStates } from "../part-states.ts";
import { Tag } from "./tag.tsx";

export const tagStates: PartStates = {
  part: "Tag",
  states: {
    all: () => (
      <div class="row">
        <Tag kind="calm">Ready</Tag>
        <Tag kind="ok">Valid</Tag>
        <Tag kind="info">Reading</Tag>
        <Tag kind="warn">Changed</Tag>
        <Tag kind="bad">Could not be read</Tag>
        <Tag>Deleted</Tag>
      </div>
    ),
  },
};
