import type { VNode } from "preact";
import type { PartStates } from "../../parts/part-states.ts";
import { SampleContext } from "../sample-context.tsx";
import { GRACE, sampleAnswer } from "../sample-thread.ts";
import type { AnswerView } from "../timeline/row.ts";
import { Answer } from "./answer.tsx";

function Shown({ answer }: { answer: Partial<AnswerView> }): VNode {
  return (
    <SampleContext>
      <Answer answer={sampleAnswer(answer)} />
    </SampleContext>
  );
}

const NOTHING = { citations: [], sentences: [], writer: "" } as const;
const TEXT = "The price falls by 0.5 percent a day. [1] It is unlimited.";

export const answerStates: PartStates = {
  part: "Answer",
  states: {
    "waits its turn": () => <Shown answer={{ ...NOTHING, state: "waiting", text: "", place: 2 }} />,
    begins: () => <Shown answer={{ ...NOTHING, state: "waiting", text: "" }} />,
    "starting over": () => <Shown answer={{ ...NOTHING, state: "waiting", text: "", isRestarted: true }} />,
    "being written": () => (
      <Shown answer={{ ...NOTHING, state: "writing", text: TEXT, proven: TEXT.indexOf(" It is") }} />
    ),
    done: () => <Shown answer={{}} />,
    "with further questions": () => (
      <Shown
        answer={{
          suggestions: ["Who reports a delay?", "When does an order need to be new?"],
        }}
      />
    ),
    "by a model, with marks": () => (
      <Shown
        answer={{
          writer: "local-model",
          text: TEXT,
          droppedSentences: 1,
          passedOver: [{ model: "large-model", reason: "slow" }],
          sentences: [
            { start: 0, end: 38, support: "supported", reason: "", ordinals: [1] },
            { start: 42, end: TEXT.length, support: "contradicted", reason: "contrary", ordinals: [] },
          ],
        }}
      />
    ),
    "nothing found": () => (
      <Shown answer={{ ...NOTHING, text: "Nothing in these documents answers the question." }} />
    ),
    stopped: () => <Shown answer={{ endedAs: "cancelled", stoppedBy: GRACE }} />,
    "stopped without a sentence": () => (
      <Shown answer={{ ...NOTHING, text: "", endedAs: "cancelled", stoppedBy: GRACE }} />
    ),
    failed: () => (
      <Shown
        answer={{
          ...NOTHING,
          endedAs: "failed",
          text: "The service could not answer this question: reading the index failed. Ask again to retry.",
        }}
      />
    ),
    "with documents that were not read": () => <Shown answer={{ pendingAssets: 3 }} />,
    rated: () => <Shown answer={{ ownRating: "good" }} />,
  },
};
