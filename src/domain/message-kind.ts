/** Kinds of messages as D1 stores them. */
export const MESSAGE_KINDS = ["prompt", "text", "rename"] as const;

export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** Spelling of each kind in the contract, for the API and for archives. */
export const CONTRACT_KINDS = {
  prompt: "promptV2",
  text: "textV1",
  rename: "renameThreadV1",
} as const satisfies Record<MessageKind, string>;

export type ContractKind = (typeof CONTRACT_KINDS)[MessageKind];

/** Kind behind each spelling of the contract. */
const KINDS = {
  promptV2: "prompt",
  textV1: "text",
  renameThreadV1: "rename",
} as const satisfies Record<ContractKind, MessageKind>;

/** Spellings that a schema of a message's kind accepts. */
export const CONTRACT_KIND_VALUES = [
  CONTRACT_KINDS.prompt,
  CONTRACT_KINDS.text,
  CONTRACT_KINDS.rename,
] as const;

/** Returns the kind that the contract spells this way. */
export function messageKindOf(spelling: ContractKind): MessageKind {
  return KINDS[spelling];
}
