import type { Folder } from "./room-fixtures.ts";
import type { Crash } from "./room-fault.ts";
import { attach, prompt, QUESTION, textMessage, rename, rival, type Words } from "./room-words.ts";

/** Something that happens in a thread; numbers pick among what there is by then. */
export interface ScenarioStep {
  readonly kind: (typeof STEP_KINDS)[number];
  readonly by: number;
  readonly pick: number;
  readonly what: (typeof WORDS)[number];
  readonly over: "socket" | "call";
  /** Where the room is lost at one of the next steps, if it is. */
  readonly crash: Crash | null;
  readonly step: number;
}

const CLIENTS_DO = ["say", "say again", "contradict", "leave", "come back"] as const;
/** `arrive`: a batch that was under way when a room was lost. `rest`: until every call has come back. */
const ROOM_SUFFERS = ["crash", "evict", "alarm", "time", "arrive", "rest"] as const;
export const STEP_KINDS = [...CLIENTS_DO, ...ROOM_SUFFERS] as const;
export const WORDS = ["prompt", "text", "rename", "change", "campaign"] as const;

/** @param n makes them differ from all others @param folder for a change of the knowledge; without one nothing is said */
export function wordsOf(what: ScenarioStep["what"], n: number, folder: Folder | undefined): Words[] {
  switch (what) {
    case "prompt":
      return [prompt(`${QUESTION} (${n})`)];
    case "text":
      return [textMessage(`Remark ${n}.`)];
    case "rename":
      return [rename(`Label ${n}`)];
    case "campaign":
      return [rival("both", `${QUESTION} (${n})`), rival("both", `${QUESTION} (${n})`)];
    case "change":
      return folder === undefined ? [] : [attach(folder)];
    default:
      return what satisfies never;
  }
}
