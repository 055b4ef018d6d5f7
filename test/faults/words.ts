import { newId } from "../../src/domain/ids.ts";
import type { Random } from "./random.ts";

export type SentKind = "promptV2" | "promptCampaignV2" | "textV1" | "renameThreadV1" | "knowledgeChangeV1";

/** What is to be in the thread's scope, what is not, and whether its answers may go beyond it. */
export interface KnowledgeWish {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly world: boolean;
}

/** What somebody says or does. */
export interface Words {
  readonly kind: SentKind;
  /** "" for a change of the knowledge. */
  readonly content: string;
  /** Of a campaign: a transformation id for each of its frames. */
  readonly askedAs: readonly string[];
  readonly knowledge: KnowledgeWish | null;
}

const QUESTIONS = [
  "What does atomic commit mean for the changes in a transaction?",
  "How do I make ripgrep search hidden files and directories?",
  "What were the names of the three little sisters in the Dormouse's story?",
  "Who was sitting fast asleep between the March Hare and the Hatter?",
  "What is the capital of Australia?",
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
const MOST_SNIPPETS = 60;
const LONGEST_CAMPAIGN = 3;

/** What somebody says over HTTP. */
export function nextWords(random: Random): Words {
  const toss = random.next();
  if (toss < 0.35) return { ...PLAIN, kind: "promptV2", content: random.pick(QUESTIONS) };
  if (toss < 0.9) return { ...PLAIN, kind: "textV1", content: remark(random, random.between(1, MOST_SNIPPETS)) };
  return { ...PLAIN, kind: "renameThreadV1", content: `Named ${remark(random, 3)}${random.between(1, 1_000_000)}` };
}

/** What somebody says or does by frames. @param assetIds what may be brought into the thread */
export function nextFrameWords(random: Random, assetIds: readonly string[]): Words {
  const toss = random.next();
  if (toss > 0.2) return nextWords(random);
  if (toss > 0.12 || assetIds.length < 2) {
    const askedAs = Array.from({ length: random.between(1, LONGEST_CAMPAIGN) }, () => newId("inter"));
    return { ...PLAIN, kind: "promptCampaignV2", content: random.pick(QUESTIONS), askedAs };
  }
  const [one, other] = [random.pick(assetIds), random.pick(assetIds)];
  const knowledge = { added: [one], removed: one === other ? [] : [other], world: random.chance(0.5) };
  return { ...PLAIN, kind: "knowledgeChangeV1", content: "", knowledge };
}

const PLAIN = { askedAs: [], knowledge: null };

export function remark(random: Random, snippets: number): string {
  return Array.from({ length: snippets }, () => random.pick(SNIPPETS)).join("");
}
