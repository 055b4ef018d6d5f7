import type { VNode } from "preact";
import type { PartStates } from "../parts/part-states.ts";
import { CitationChip } from "./citation-chip.tsx";
import type { CitationCheck } from "./citation-states.ts";
import { SampleContext } from "./sample-context.tsx";
import { sampleCheck, sampleCited } from "./sample-thread.ts";
import type { Cited } from "./timeline/stored-messages.ts";

function Chip({
  cited = sampleCited(1),
  state,
  isOpen = false,
}: {
  cited?: Cited;
  state?: CitationCheck["state"];
  isOpen?: boolean;
}): VNode {
  return (
    <SampleContext
      prepare={(thread) => {
        if (state !== undefined)
          thread.states.of(cited.id).value = { check: sampleCheck(cited, state), hasFailed: false };
        if (isOpen) thread.openCitation.value = cited.id;
      }}
    >
      <p class="answer-text">
        The price falls by 0.5 percent. <CitationChip cited={cited} />
      </p>
    </SampleContext>
  );
}

export const citationChipStates: PartStates = {
  part: "Citation chip",
  states: {
    plain: () => <Chip />,
    open: () => <Chip isOpen />,
    valid: () => <Chip state="valid" />,
    moved: () => <Chip state="moved" />,
    changed: () => <Chip state="changed" />,
    gone: () => <Chip state="gone" />,
    "not verified": () => <Chip cited={sampleCited(1, { support: "unverified" })} />,
    contradicted: () => <Chip cited={sampleCited(1, { support: "contradicted" })} />,
  },
};
