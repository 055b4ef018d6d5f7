import type { Folder } from "../rows/workplace.ts";
import type { Crash } from "./plan-fault.ts";
import {
  attach,
  prompt,
  QUESTION,
  textMessage,
  rename,
  concurrentPrompt,
  type MessageInput,
} from "../fixtures/message-input.ts";

/** An action in a thread. Its numbers select among the existing records. */
export interface ScenarioStep {
  readonly kind: (typeof STEP_KINDS)[number];
  readonly by: number;
  readonly pick: number;
  readonly what: (typeof WORDS)[number];
  readonly over: "socket" | "call";
  /** The step at which the room crashes, if it does. */
  readonly crash: Crash | null;
  readonly step: number;
}

const CLIENTS_DO = ["say", "say again", "contradict", "leave", "come back"] as const;
/** `arrive`: delivers a batch that was in progress at a crash. `rest`: waits for all calls to return. */
const ROOM_SUFFERS = ["crash", "evict", "alarm", "time", "arrive", "rest"] as const;
export const STEP_KINDS = [...CLIENTS_DO, ...ROOM_SUFFERS] as const;
export const WORDS = ["prompt", "text", "rename", "change", "campaign"] as const;

/**
 * @param n makes the message unique
 * @param folder for a scope change; without one no message is sent
 */
export function wordsOf(what: ScenarioStep["what"], n: number, folder: Folder | undefined): MessageInput[] {
  switch (what) {
    case "prompt":
      return [prompt(`${QUESTION} (${n})`)];
    case "text":
      return [textMessage(`Remark ${n}.`)];
    case "rename":
      return [rename(`Label ${n}`)];
    case "campaign":
      return [concurrentPrompt("both", `${QUESTION} (${n})`), concurrentPrompt("both", `${QUESTION} (${n})`)];
    case "change":
      return folder === undefined ? [] : [attach(folder)];
    default:
      return what satisfies never;
  }
}
