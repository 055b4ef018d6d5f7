import { labelFromPrompt } from "../../domain/thread-label.ts";
import type { AcceptedMessage } from "../../storage/d1/threads/messages.ts";
import { isCampaign, type MessageTurn } from "../queue/turn-store.ts";
import { namedTargets } from "./named-targets.ts";

/** The turn's message, as D1 is to hold it. */
export function acceptedMessage(turn: MessageTurn): AcceptedMessage {
  const { messageId, threadId, kind, content, recipients, worldKnowledge, acceptedAt, ifVersion, answerMessageId, askedAs } = turn;
  const named = namedTargets(turn);
  const answer = answerMessageId && { messageId: answerMessageId, transformationId: turn.transformationId, askedAs, named };
  const label = kind === "promptV2" ? labelFromPrompt(content) : kind === "renameThreadV1" ? content : "";
  const said = { messageId, rowId: turn.rowId ?? messageId, threadId, kind, content, recipients, worldKnowledge };
  return { ...said, authorId: turn.author.userId, acceptedAt, label, ifVersion, answer, isCampaign: isCampaign(turn) };
}
