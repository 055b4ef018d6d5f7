import type { VNode } from "preact";
import type { PartStates } from "../../parts/part-states.ts";
import { SampleContext } from "../sample-context.tsx";
import { useThread } from "../thread-context.ts";
import { Typing } from "../typing-line.tsx";
import { Composer } from "./composer.tsx";
import { Improvement, ImprovementLine } from "./improvement.tsx";
import { ModelSelect } from "./model-choice.tsx";
import type { ScopeItem } from "./kept-text.ts";

const SCOPE: readonly ScopeItem[] = [
  { kind: "collection", id: "1", name: "Suppliers" },
  { kind: "asset", id: "2", name: "Nordwind frame agreement 2026.pdf" },
];
const MODELS = [
  { model: "a", label: "Large model", state: "ready", usesOrganizationKey: false },
  { model: "b", label: "Other model", state: "needs_key", usesOrganizationKey: false },
  { model: "c", label: "Third model", state: "key_refused", usesOrganizationKey: true },
] as const;

function Shown({ text = "", scope = [] }: { text?: string; scope?: readonly ScopeItem[] }): VNode {
  return (
    <SampleContext
      prepare={({ composer }) => {
        composer.text.value = text;
        composer.scope.value = scope;
      }}
    >
      <Field />
    </SampleContext>
  );
}

function Field(): VNode {
  const { composer } = useThread().thread;
  return <Composer kept={composer} onSend={() => {}} lastQuestion={() => ""} />;
}

function improvementOf(state: Improvement["state"]["value"]): Improvement {
  const improvement = new Improvement();
  improvement.state.value = state;
  return improvement;
}

export const composerStates: PartStates = {
  part: "Composer",
  states: {
    empty: () => <Shown />,
    typed: () => <Shown text="What does a late delivery cost?" />,
    "too long": () => <Shown text={"delay ".repeat(6_000)} />,
    "with a scope": () => <Shown text="What does a late delivery cost?" scope={SCOPE} />,
    models: () => <ModelSelect models={MODELS} chosen="a" onChoose={() => {}} />,
    "an improvement": () => (
      <ImprovementLine
        improvement={improvementOf({ kind: "improved", text: "What does a late delivery by Nordwind cost?" })}
        onTake={() => {}}
      />
    ),
    "no improvement": () => (
      <ImprovementLine improvement={improvementOf({ kind: "unimproved" })} onTake={() => {}} />
    ),
    "one types": () => <Typing names={["Grace"]} />,
    "many type": () => <Typing names={["Grace", "Ada", "Cy", "Jo"]} />,
  },
};
