/** The facts that a thread's rows are computed from. They form a set, so the order of their arrival is irrelevant. */
import type { Draft, EventFrame, Schemas, ThreadEvents, ThreadFrame } from "../../data/client.ts";

export type Thread = Schemas["Thread"];
export type Message = Thread["messages"][number];

/** A page of the history. */
export interface HistoryPage {
  /** Number of an event that the page surely reflects, with all events before it. */
  readonly asOf: number;
  /** The message that the page ends before; null for the newest page. */
  readonly before: string | null;
  readonly isBeginning: boolean;
  readonly thread: Thread;
}

export interface Facts {
  readonly pages: readonly HistoryPage[];
  readonly frames: ReadonlyMap<number, EventFrame>;
  /** Number of the latest resync event: pages and events up to it may contain deleted text. */
  readonly resyncedAt: number;
  /** The latest draft of each answer, by the answer's id. */
  readonly drafts: ReadonlyMap<string, Draft>;
}

export type Fact =
  | { readonly page: HistoryPage }
  | { readonly frame: ThreadFrame }
  | { readonly draft: Draft }
  /** The connection ended: the next one begins with whole drafts. */
  | { readonly isDisconnected: true };

export const NO_FACTS: Facts = { pages: [], frames: new Map(), resyncedAt: 0, drafts: new Map() };

/** Adds facts in any order. Drafts of one answer replace each other, the latest last. */
export function withFacts(before: Facts, facts: readonly Fact[]): Facts {
  const hasFrames = facts.some((fact) => "frame" in fact);
  const frames = hasFrames ? new Map(before.frames) : (before.frames as Map<number, EventFrame>);
  const drafts = new Map(before.drafts);
  const pages: HistoryPage[] = [];
  let { resyncedAt } = before;
  for (const fact of facts) {
    if ("page" in fact) pages.push(fact.page);
    else if ("draft" in fact) drafts.set(fact.draft.messageId, fact.draft);
    else if ("isDisconnected" in fact) drafts.clear();
    else if (fact.frame.resync) resyncedAt = Math.max(resyncedAt, fact.frame.seq);
    else frames.set(fact.frame.seq, fact.frame);
  }
  const isSame = pages.length === 0 && resyncedAt === before.resyncedAt;
  return { pages: isSame ? before.pages : [...before.pages, ...pages], frames, resyncedAt, drafts };
}

/** The documents that events tell of. Null: any may have changed, because one was deleted or restored. */
export function changedDocuments(facts: readonly Fact[]): readonly string[] | null {
  const frames = facts.flatMap((fact) => ("frame" in fact ? [fact.frame] : []));
  if (frames.some(({ resync }) => resync)) return null;
  return frames.flatMap(({ knowledgeChangeV1 }) =>
    Object.entries(knowledgeChangeV1?.progress ?? {}).flatMap(([id, state]) =>
      isSummaryStep(state) ? [] : id,
    ),
  );
}

type AssetProgress = ThreadEvents["knowledgeChangeV1"]["progress"][string];

/** Whether a model reads the document for a summary. The document itself does not change. */
export function isSummaryStep({
  lifecycleState,
  step,
}: Pick<AssetProgress, "lifecycleState" | "step">): boolean {
  return lifecycleState === "ready" && step === "summarize";
}

/** Whether the scope of the thread or a document in it has changed. */
export function tellsOfScope(fact: Fact): boolean {
  const change = "frame" in fact && fact.frame.resync !== true ? fact.frame.knowledgeChangeV1 : undefined;
  return change !== undefined && !Object.values(change.progress).some(isSummaryStep);
}
