import { sanitizeName } from "../../src/domain/sanitize-name.ts";
import { newId } from "../../src/domain/ids.ts";
import type { Random } from "./random.ts";
import {
  narrowByKnowledge,
  narrowByScope,
  type Narrowing,
  type CompetingDocuments,
  COMPETING_QUESTION,
} from "./competing-documents.ts";

export type SentKind =
  | "promptV1"
  | "promptV2"
  | "promptCampaignV1"
  | "promptCampaignV2"
  | "textV1"
  | "renameThreadV1"
  | "knowledgeChangeV1";

/** The assets to include and to exclude in the thread's scope, and whether answers may go beyond it. */
export interface ScopeChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly world: boolean;
}

/** A message or change that a user sends. */
export interface MessageInput {
  readonly kind: SentKind;
  /** "" for a scope change. */
  readonly content: string;
  /** For a campaign: a transformation id for each of its frames. */
  readonly transformationIds: readonly string[];
  readonly scopeChange: ScopeChange | null;
  /** For a narrowed prompt: one for each of its frames. */
  readonly narrowings: readonly Narrowing[];
}

/** The items that frames may name, and the number of campaigns so far, whose versions alternate. */
export interface Nameable {
  /** Assets that a thread may add; the list grows. */
  readonly assetPool: readonly string[];
  readonly competing: CompetingDocuments;
  readonly campaigns: number;
}

const QUESTIONS = [
  "What does atomic commit mean for the changes in a transaction?",
  "How do I make ripgrep search hidden files and directories?",
  "What were the names of the three little sisters in the Dormouse's story?",
  "Who was sitting fast asleep between the March Hare and the Hatter?",
  "What is the capital of Australia?",
  COMPETING_QUESTION,
];
const SNIPPETS = [
  "Quite so. ",
  "Non, merci. ",
  "Übrigens: „ja“. ",
  "好的。",
  "👩‍🚀🪐 ",
  'a "quoted\\" word ',
  "line\nbreak ",
  "\u2028 ",
  "<b>&amp;</b> ",
];
const MAX_SNIPPETS = 60;
const MAX_CAMPAIGN_FRAMES = 3;

/** A message for HTTP. */
export function randomInput(random: Random): MessageInput {
  const toss = random.next();
  if (toss < 0.35) return { ...PLAIN, kind: "promptV2", content: random.pick(QUESTIONS) };
  if (toss < 0.9)
    return { ...PLAIN, kind: "textV1", content: randomText(random, random.between(1, MAX_SNIPPETS)) };
  return {
    ...PLAIN,
    kind: "renameThreadV1",
    content: sanitizeName(`Named ${randomText(random, 3)}${random.between(1, 1_000_000)}`),
  };
}

/** A message or change for frames. */
export function randomFrameInput(random: Random, nameable: Nameable): MessageInput {
  const toss = random.next();
  if (toss > 0.3) return randomInput(random);
  if (toss > 0.2) return narrowedPrompt(random, nameable);
  if (toss > 0.12 || nameable.assetPool.length < 2) return campaign(random, nameable);
  const [one, other] = [random.pick(nameable.assetPool), random.pick(nameable.assetPool)];
  const knowledge = { added: [one], removed: one === other ? [] : [other], world: random.chance(0.5) };
  return { ...PLAIN, kind: "knowledgeChangeV1", content: "", scopeChange: knowledge };
}

export function isCampaign(kind: SentKind): boolean {
  return kind === "promptCampaignV1" || kind === "promptCampaignV2";
}

const PLAIN = { transformationIds: [], scopeChange: null, narrowings: [] };

function narrowedPrompt(random: Random, { competing }: Nameable): MessageInput {
  const narrowed = { ...PLAIN, content: COMPETING_QUESTION };
  if (random.chance(0.5))
    return { ...narrowed, kind: "promptV1", narrowings: [narrowByKnowledge(random, competing)] };
  return { ...narrowed, kind: "promptV2", narrowings: [narrowByScope(random, competing)] };
}

/** Campaigns of version 2 narrow the sources or use the thread's scope. */
function campaign(random: Random, { competing, campaigns }: Nameable): MessageInput {
  const transformationIds = Array.from({ length: random.between(1, MAX_CAMPAIGN_FRAMES) }, () =>
    newId("inter"),
  );
  const narrowed = { ...PLAIN, content: COMPETING_QUESTION, transformationIds };
  if (campaigns % 2 === 0) {
    return {
      ...narrowed,
      kind: "promptCampaignV1",
      narrowings: transformationIds.map(() => narrowByKnowledge(random, competing)),
    };
  }
  if (random.chance(0.5))
    return {
      ...narrowed,
      kind: "promptCampaignV2",
      narrowings: transformationIds.map(() => narrowByScope(random, competing)),
    };
  return { ...PLAIN, kind: "promptCampaignV2", content: random.pick(QUESTIONS), transformationIds };
}

export function randomText(random: Random, snippets: number): string {
  return Array.from({ length: snippets }, () => random.pick(SNIPPETS)).join("");
}
