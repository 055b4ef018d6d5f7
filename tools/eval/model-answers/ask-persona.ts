import { createAnswerers } from "../../../src/answering/create-answerers.ts";
import { draftAnswer } from "../../../src/answering/draft-answer.ts";
import type { FinishedAnswer } from "../../../src/answering/finalize-answer.ts";
import type { WritingModel } from "../../../src/config.ts";
import type { VerificationMode } from "../../../src/domain/verification-mode.ts";
import { createLanguageModels } from "../../../src/models/create-language-models.ts";
import type { RetrievedQuestion } from "../offline/hold-conversation.ts";
import type { PersonaServer, PersonaTurn } from "./persona-server.ts";
import type { WrittenUnit } from "./written-question.ts";

const CONTEXT_WINDOW = 32_768;

export interface PersonaReply {
  readonly answer: FinishedAnswer;
  readonly turn: PersonaTurn;
  /** True if a draft promised text that the answer does not begin with. */
  readonly isTakenBack: boolean;
}

export interface PersonaChecks {
  readonly verification: VerificationMode;
  /** True to let the judge of the server verify the answer. */
  readonly hasVerifier: boolean;
}

/** Lets the service answer a question with the model of the server. */
export async function askPersona(
  server: PersonaServer,
  { question, scope, found }: RetrievedQuestion,
  units: readonly WrittenUnit[],
  { verification, hasVerifier }: PersonaChecks,
): Promise<PersonaReply> {
  server.begin(units);
  const modelOf = (id: string, url: string): WritingModel => {
    return { id, provider: "openai", model: id, url, key: null, contextWindow: CONTEXT_WINDOW };
  };
  const persona = modelOf("persona", server.url);
  const settings = hasVerifier
    ? [{ ...persona, verifier: "judge" }, modelOf("judge", server.judgeUrl)]
    : [persona];
  const models = createLanguageModels(settings, undefined);
  const promised: string[] = [];
  const { answer } = await draftAnswer({ ...question, model: persona.id }, scope, found, false, {
    answerer: createAnswerers(models, verification).named(persona.id),
    onDraft: (read) => {
      const { text, proven } = read();
      promised.push(text.slice(0, proven));
    },
    isShown: true,
    signal: new AbortController().signal,
  });
  const isTakenBack = promised.some((text) => !answer.content.startsWith(text.trimEnd()));
  return { answer, turn: server.turn(), isTakenBack };
}
