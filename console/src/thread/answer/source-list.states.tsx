import type { PartStates } from "../../parts/part-states.ts";
import { SampleContext } from "../sample-context.tsx";
import { sampleCheck, sampleCited } from "../sample-thread.ts";
import { SourceList } from "./source-list.tsx";

const STATES = ["valid", "moved", "changed", "gone"] as const;
const cited = [
  ...STATES.map((_, at) => sampleCited(at + 1)),
  sampleCited(5, { displayName: "" }),
  sampleCited(6, { displayName: `Minutes ${"of the long meeting ".repeat(8)}.docx`, locator: null }),
];

export const sourceListStates: PartStates = {
  part: "Source list",
  states: {
    "all states": () => (
      <SampleContext
        prepare={({ states, openCitation }) => {
          for (const [at, each] of cited.entries()) {
            const state = STATES[at];
            states.of(each.id).value =
              state === undefined
                ? { check: null, hasFailed: at % 2 === 0 }
                : { check: sampleCheck(each, state), hasFailed: false };
          }
          openCitation.value = cited[1]?.id ?? "";
        }}
      >
        <SourceList citations={cited} gone={[7]} />
      </SampleContext>
    ),
  },
};
