import type { PartStates } from "../part-states.ts";
import { Tabs } from "./tabs.tsx";

export const tabsStates: PartStates = {
  part: "Tabs",
  states: {
    three: () => (
      <Tabs
        label="Parts of the collection"
        current="documents"
        tabs={[
          { id: "documents", label: "Documents", count: 34, href: "?tab=documents" },
          { id: "threads", label: "Threads", count: 6, href: "?tab=threads" },
          { id: "people", label: "People", href: "?tab=people" },
        ]}
      />
    ),
  },
};
