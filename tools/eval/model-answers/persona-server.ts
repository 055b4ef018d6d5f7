import { type Script } from "../../../test/support/fixtures/chat-scripts.ts";
import { startChatServer } from "../../../test/support/fixtures/chat-server.ts";
import { comparable, type ComposedAnswer, composeAnswer, type SentUnit } from "./compose-answer.ts";
import { judgeByLabels } from "./judge-by-labels.ts";
import type { WrittenUnit } from "./written-question.ts";

/** Number of characters of a streamed piece. It splits citation numbers and list marks. */
const PIECE = 7;

/** The persona's side of one answer. */
export interface PersonaTurn {
  /** The answer that the persona sent, or null if the service did not ask. */
  readonly sent: ComposedAnswer | null;
  /** Number of requests for a second attempt. */
  readonly repairs: number;
  /** Parts that the service asked to repair. */
  readonly asked: readonly SentUnit[];
}

export interface PersonaServer {
  /** Base URL of the persona's API. */
  readonly url: string;
  /** Base URL of the API of a judge that knows the hand labels. */
  readonly judgeUrl: string;
  /** Sets the answer to the next question, and returns the requests for the last one. */
  readonly begin: (units: readonly WrittenUnit[]) => void;
  readonly turn: () => PersonaTurn;
  readonly close: () => void;
}

/** Starts a local server with OpenAI's protocol that answers with the written parts. */
export async function startPersonaServer(): Promise<PersonaServer> {
  let units: readonly WrittenUnit[] = [];
  let sent: ComposedAnswer | null = null;
  let asked: SentUnit[] = [];
  let repairs = 0;
  const persona: Script = async ({ prompt, sentences, say }) => {
    const before = sent;
    if (before !== null && prompt.includes(before.text)) {
      repairs += 1;
      const request = prompt.slice(prompt.lastIndexOf(before.text) + before.text.length);
      const again = unitsIn(request, before.units);
      asked = [...asked, ...again];
      return await sayInPieces(
        again.map(({ repair, text }) => repair?.text ?? text).join("\n") || "NONE",
        say,
      );
    }
    if (sentences.length === 0) return await sayInPieces("NONE", say);
    sent = composeAnswer(units, { sentences, prompt });
    await sayInPieces(sent.text, say);
  };
  const server = await startChatServer({
    persona,
    judge: async ({ prompt, say }) => await sayInPieces(judgeByLabels(prompt, sent?.units ?? []), say),
  });
  return {
    url: server.urlOf("persona"),
    judgeUrl: server.urlOf("judge"),
    begin: (next) => {
      units = next;
      sent = null;
      asked = [];
      repairs = 0;
    },
    turn: () => ({ sent, asked, repairs }),
    close: server.close,
  };
}

/** The parts that a request for a second attempt names. */
export function unitsIn(request: string, units: readonly SentUnit[]): SentUnit[] {
  const named = comparable(request.replaceAll("\\n", " "));
  return units.filter(({ text }) => {
    const words = comparable(text.replace(/\s*\[[\d, ]+\]/g, "").replace(/^\s*(?:[-*]|\d+\.)\s+/, ""));
    return words !== "" && named.includes(words.slice(0, 120));
  });
}

async function sayInPieces(text: string, say: (piece: string) => Promise<void>): Promise<void> {
  for (let at = 0; at < text.length; at += PIECE) await say(text.slice(at, at + PIECE));
}
