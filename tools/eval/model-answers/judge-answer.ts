import { ABSTENTION_TEXTS } from "../../../src/answering/abstention-texts.ts";
import { abstentionSentence } from "../../../src/answering/abstention.ts";
import { EXTRACTIVE_MODEL } from "../../../src/domain/extractive-model.ts";
import { questionLanguage } from "../../../src/text/question-language.ts";
import type { PersonaReply } from "./ask-persona.ts";
import { comparable } from "./compose-answer.ts";
import { gradeAnswer } from "./grade-answer.ts";
import { gradeComputed } from "./grade-computed.ts";
import type { JudgedAnswer, Outcome } from "./persona-figures.ts";
import { isRefusal, type Persona, type WrittenQuestion } from "./written-question.ts";

/** Grades what the service shows of one persona's answer. */
export function judgeAnswer(question: WrittenQuestion, persona: Persona, reply: PersonaReply): JudgedAnswer {
  const { answer, turn } = reply;
  const written = question.answers[persona];
  const sent = turn.sent?.units ?? [];
  const shown = { ...answer, content: withoutSeeAlso(answer.content) };
  const graded = gradeAnswer(sent, shown);
  const outcome: Outcome =
    turn.sent === null
      ? "not_asked"
      : isRefusal(written)
        ? "refused"
        : sent.length === 0
          ? "missing"
          : "answered";
  const isRefusalShown =
    outcome === "answered" || (outcome === "not_asked" && !isRefusal(written))
      ? null
      : showsRefusal(answer, question.question, sent.map(({ text }) => text).join(" "));
  const form =
    outcome === "answered"
      ? graded.form
      : outcome === "not_asked"
        ? gradeComputed(question.answers.good, shown.content)
        : "ruined";
  return { question, persona, reply, graded, form, outcome, isRefusalShown };
}

/** True if the answer begins with the persona's refusal, or with the service's in the question's language. */
function showsRefusal({ content, model }: PersonaReply["answer"], question: string, own: string): boolean {
  const shown = comparable(content);
  const abstention = comparable(abstentionSentence(questionLanguage(question)));
  const isOwn = own !== "" && model !== EXTRACTIVE_MODEL && shown.startsWith(comparable(own));
  return isOwn || shown.startsWith(abstention);
}

/** The content without the notice at its end that introduces the nearest passages. */
function withoutSeeAlso(content: string): string {
  const starts = Object.values(ABSTENTION_TEXTS).map(({ seeAlso }) => content.lastIndexOf(`\n${seeAlso}`));
  const start = Math.max(...starts);
  return start === -1 ? content : content.slice(0, start);
}
