/** Kinds of messages, as D1 stores them. */
export const MESSAGE_KINDS = ["prompt", "text", "rename"] as const;

export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** The contract's spelling of each kind, on the wire and in archives. */
export const CONTRACT_KINDS = { prompt: "promptV2", text: "textV1", rename: "renameThreadV1" } as const satisfies Record<
  MessageKind,
  string
>;

export type ContractKind = (typeof CONTRACT_KINDS)[MessageKind];

/** A schema of these values accepts the contract's spellings. */
export const CONTRACT_KIND_VALUES = [CONTRACT_KINDS.prompt, CONTRACT_KINDS.text, CONTRACT_KINDS.rename] as const;

/** The kind behind the contract's spelling. */
export function messageKindOf(spelling: ContractKind): MessageKind {
  return MESSAGE_KINDS.find((kind) => CONTRACT_KINDS[kind] === spelling) ?? "prompt";
}
