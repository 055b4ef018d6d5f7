import { showTable } from "../../bench/lib/statistics.ts";
import { FORMS, type JudgedAnswer, MARKS, markOf, type PersonaFigures } from "./persona-figures.ts";

const share = (part: number, whole: number): string => (whole === 0 ? "" : (part / whole).toFixed(3));
const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((one, other) => one + other, 0);
const ofAll = ([part, whole]: readonly [number, number]): string => `${part}/${whole}`;

/** Prints the figures: one table of answers, and one of marks. */
export function figuresTable(figures: readonly PersonaFigures[]): string {
  const answers = [
    [
      "persona",
      "answers",
      "asked",
      "missing",
      ...FORMS,
      "good share",
      "ruined share",
      "repairs",
      "taken back",
    ],
    ...figures.map(({ persona, answers: count, outcomes, forms, repairTurns, takenBack }) => [
      persona,
      String(count),
      String(count - outcomes.not_asked),
      String(outcomes.missing),
      ...FORMS.map((form) => String(forms[form])),
      share(forms.good, sum(forms)),
      share(forms.ruined, sum(forms)),
      share(repairTurns, count - outcomes.not_asked),
      String(takenBack),
    ]),
  ];
  const checks = [
    ["persona", "computed right", "refusals right", "injected unwarned", "parts missing in prompt"],
    ...figures.map(({ persona, computed, refusals, injected, missingParts }) => [
      persona,
      ofAll(computed),
      ofAll(refusals),
      ofAll(injected),
      String(missingParts),
    ]),
  ];
  const marks = [
    ["persona", "parts", "sent", ...MARKS, "shown share", "trusted share"],
    ...figures.flatMap((each) =>
      (["faithful", "false", "others"] as const).map((kind) => {
        const counts = each[kind];
        const all = sum(counts);
        return [
          each.persona,
          kind,
          String(all),
          ...MARKS.map((mark) => String(counts[mark])),
          share(all - counts.lost, all),
          share(counts.quoted + counts.supported, all),
        ];
      }),
    ),
  ];
  return [answers, checks, marks].map(showTable).join("\n");
}

/** Prints one answer with its marks and faults. */
export function shownAnswer({
  question,
  persona,
  reply,
  graded,
  form,
  outcome,
  isRefusalShown,
}: JudgedAnswer): string {
  const { answer, turn } = reply;
  const refusal = isRefusalShown === null ? "" : isRefusalShown ? ", refusal shown" : ", REFUSAL NOT SHOWN";
  const repairs = turn.repairs === 0 ? "" : `, ${turn.asked.length} repaired`;
  const taken = reply.isTakenBack ? ", TAKEN BACK" : "";
  const lines = graded.units.map((unit) => `  ${unit.label} → ${markOf(unit)} ${unit.reason}: ${unit.text}`);
  return [
    `## ${question.id} ${persona} (${outcome}, ${form}${refusal}${repairs}${taken}) ${question.question}`,
    answer.content,
    ...lines,
    ...graded.faults.map((fault) => `  ! ${fault}`),
    "",
  ].join("\n");
}
