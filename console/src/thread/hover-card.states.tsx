import type { VNode } from "preact";
import type { PartStates } from "../parts/part-states.ts";
import type { CitationState } from "./citation-states.ts";
import { CardContent } from "./hover-card.tsx";
import { sampleCheck, sampleCited } from "./sample-thread.ts";
import type { Cited } from "./timeline/stored-messages.ts";

function Card({ cited, state }: { cited: Cited; state: CitationState }): VNode {
  return (
    <div class="styles-still">
      <CardContent cited={cited} state={state} onOpen={() => {}} />
    </div>
  );
}

const cited = sampleCited(1);
const said = sampleCited(2, { support: "supported" });

export const hoverCardStates: PartStates = {
  part: "Hover card",
  states: {
    "not checked": () => <Card cited={cited} state={{ check: null, hasFailed: false }} />,
    "could not be checked": () => <Card cited={cited} state={{ check: null, hasFailed: true }} />,
    valid: () => <Card cited={cited} state={{ check: sampleCheck(cited, "valid"), hasFailed: false }} />,
    "in other words": () => (
      <Card cited={said} state={{ check: sampleCheck(said, "valid"), hasFailed: false }} />
    ),
    moved: () => <Card cited={cited} state={{ check: sampleCheck(cited, "moved"), hasFailed: false }} />,
    changed: () => <Card cited={cited} state={{ check: sampleCheck(cited, "changed"), hasFailed: false }} />,
    gone: () => <Card cited={cited} state={{ check: sampleCheck(cited, "gone"), hasFailed: false }} />,
  },
};
