/** A thread that no service knows: the states of the thread's parts on `/styles` show it. It sends nothing. */
import { newId } from "../data/ids.ts";
import type { CitationCheck } from "./citation-states.ts";
import { OpenThread } from "./open-thread.ts";
import type { ThreadChannel } from "./thread-source.ts";
import type { AnswerView } from "./timeline/row.ts";
import type { Cited } from "./timeline/stored-messages.ts";

export const ADA = newId("user");
export const GRACE = newId("user");
export const CY = newId("user");

const silent: ThreadChannel = {
  lastSeq: 0,
  opened: new Promise(() => {}),
  closed: new Promise(() => {}),
  send: async () => await new Promise(() => {}),
  typing: () => {},
  close: () => {},
  async *[Symbol.asyncIterator]() {
    // No event ever comes.
  },
};

export function sampleThread(): OpenThread {
  const thread = new OpenThread(
    newId("thread"),
    { userId: ADA, publicToken: null },
    { isGuest: false, open: () => silent, page: async () => await new Promise(() => {}) },
  );
  const here = new Map([
    [ADA, "Ada"],
    [GRACE, "Grace"],
    [CY, "Cy"],
  ]);
  thread.live.presence.value = { here, typing: [], people: here.size, guests: 0 };
  thread.close();
  return thread;
}

const QUOTES = [
  "For each working day of delay, the price falls by 0.5 percent.",
  "The reduction is limited to 5 percent of the price.",
  "Deliveries after 31 March need a new order.",
  "The supplier reports every delay within two days.",
] as const;

/** The source with this number, from 1. */
export function sampleCited(ordinal: number, more: Partial<Cited> = {}): Cited {
  return {
    id: newId("cite"),
    ordinal,
    assetId: newId("asset"),
    displayName: "Nordwind frame agreement 2026.pdf",
    quote: QUOTES[(ordinal - 1) % QUOTES.length] ?? "",
    start: 0,
    end: 60,
    page: 6 + ordinal,
    locator: { kind: "page", page: 6 + ordinal },
    version: "",
    support: "quoted",
    ...more,
  };
}

/** What the service says of a source. */
export function sampleCheck(cited: Cited, state: CitationCheck["state"]): CitationCheck {
  return {
    citationId: cited.id,
    messageId: newId("msg"),
    assetId: cited.assetId,
    displayName: cited.displayName,
    state,
    quote: cited.quote,
    locator: cited.locator,
    citedVersion: "",
    currentVersion: "",
    place:
      state === "changed" || state === "gone"
        ? null
        : {
            version: "",
            start: 0,
            end: 60,
            before: "The delivery dates of the order are binding. ",
            quote: cited.quote,
            after: " This does not limit other claims.",
            url: "",
          },
  };
}

/** A finished answer. */
export function sampleAnswer(more: Partial<AnswerView> = {}): AnswerView {
  const citations = [sampleCited(1), sampleCited(2)];
  return {
    key: "",
    questionId: newId("msg"),
    id: newId("msg"),
    state: "done",
    place: 0,
    text: `${QUOTES[0]} [1] ${QUOTES[1]} [2]`,
    proven: 0,
    isRestarted: false,
    citations,
    sentences: [],
    droppedSentences: 0,
    writer: "extractive",
    passedOver: [],
    pendingAssets: 0,
    suggestions: [],
    version: 1,
    hasVersions: false,
    endedAs: "done",
    stoppedBy: null,
    ownRating: "",
    at: 0,
    ...more,
  };
}
