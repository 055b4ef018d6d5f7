import type { PartStates } from "../part-states.ts";
import { Icon } from "./icon.tsx";
import { ICON_PATHS, type IconName } from "./icon-paths.ts";

export const iconStates: PartStates = {
  part: "Icon",
  states: {
    all: () => (
      <div class="row" style={{ flexWrap: "wrap" }}>
        {(Object.keys(ICON_PATHS) as IconName[]).map((name) => (
          <Icon key={name} name={name} />
        ))}
      </div>
    ),
  },
};
