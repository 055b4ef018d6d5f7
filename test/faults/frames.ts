import type { ClientEvent } from "../../client/src/index.ts";
import { idFromBytes } from "../../src/domain/ids.ts";
import type { Entry } from "./journal.ts";

export interface OutgoingFrame {
  /** The key that identifies its own event. */
  readonly key: string;
  readonly event: ClientEvent;
}

/** The frames of the entry: one, or one per frame of a campaign. */
export function framesOf({
  kind,
  messageId,
  content,
  transformationIds,
  scopeChange: knowledge,
  narrowings,
}: Entry): OutgoingFrame[] {
  if (messageId === null) throw new Error("a message over HTTP has no own id");
  const one = (event: ClientEvent): OutgoingFrame[] => [{ key: messageId, event }];
  switch (kind) {
    case "promptV1":
      return one({ promptV1: { messageId, prompt: content, ...narrowings[0]?.fields } });
    case "promptV2":
      return one({ promptV2: { messageId, prompt: content, ...narrowings[0]?.fields } });
    case "textV1":
      return one({ textV1: { messageId, parts: [content] } });
    case "renameThreadV1":
      return one({ renameThreadV1: { messageId, label: content } });
    case "knowledgeChangeV1": {
      const { added = [], removed = [], world = false } = knowledge ?? {};
      return one({
        knowledgeChangeV1: { messageId, knowledge: { assetContext: { added, removed }, world } },
      });
    }
    case "promptCampaignV1":
    case "promptCampaignV2":
      return transformationIds.map((transformationId, at) => {
        const fields = { messageId, transformationId, prompt: content, ...narrowings[at]?.fields };
        const event =
          kind === "promptCampaignV1" ? { promptCampaignV1: fields } : { promptCampaignV2: fields };
        return { key: `${messageId}/${transformationId}`, event };
      });
    default:
      return kind satisfies never;
  }
}

/** The key of the frame that caused this event; "" if none did. */
export function keyOfEvent(event: Readonly<Record<string, unknown>>): string {
  for (const [name, member] of Object.entries(event)) {
    if (typeof member !== "object" || member === null || !("messageId" in member)) continue;
    const { messageId, transformationId } = member as { messageId: unknown; transformationId?: string };
    const id = typeof messageId === "string" ? messageId : idFromBytes("msg", messageId as number[]);
    return name.startsWith("promptCampaign") ? `${id}/${transformationId}` : id;
  }
  return "";
}
