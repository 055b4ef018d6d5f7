import type { ModelAction } from "../model-user.ts";

export const [PEOPLE, ASSETS, PLACES] = [4, 2, 4] as const;
/** The maximum number of keys. */
export const KEYS = 3;

/** A deletable record: an asset by its number, or the thread. */
export type Deletable = number | "thread";

/** The entry point of a question: the API, the OpenAI-compatible chat, or an MCP tool. */
export type Door = "api" | "chat" | "tool";

/**
 * An action. Its numbers select a person, an asset, a place (0 is the root, 1 the thread's home), a question
 * or a version. With an existing key, a program acts, whoever `by` is.
 */
export type Step = Deed & { readonly withKey?: number | null };

type Deed =
  | {
      readonly does: "link asset" | "unlink asset";
      readonly by: number;
      readonly asset: number;
      readonly place: number;
    }
  | {
      readonly does: "link thread" | "unlink thread" | "destroy";
      readonly by: number;
      readonly place: number;
    }
  | { readonly does: "move"; readonly by: number; readonly place: number; readonly below: number }
  | { readonly does: "delete" | "restore"; readonly by: number; readonly what: Deletable }
  | { readonly does: "purge"; readonly what: Deletable }
  | {
      readonly does: "share" | "change";
      readonly by: number;
      readonly place: number;
      readonly to: number;
      readonly actions: readonly ModelAction[];
    }
  | { readonly does: "merge"; readonly into: number; readonly old: number }
  | { readonly does: "make link" | "end link"; readonly by: number }
  | {
      readonly does: "make key";
      readonly by: number;
      readonly places: readonly number[];
      readonly actions: readonly ModelAction[];
    }
  | { readonly does: "end key"; readonly key: number }
  | {
      readonly does: "ask";
      readonly by: number;
      readonly about: number;
      readonly stopper: number | null;
      readonly door?: Door;
    }
  | {
      readonly does: "ask again";
      readonly by: number;
      readonly question: number;
      readonly stopper: number | null;
    }
  | { readonly does: "choose"; readonly by: number; readonly question: number; readonly version: number };

/** A step that asks, or that concerns an answer. */
export type AboutQuestions = Extract<Step, { does: "ask" | "ask again" | "choose" }>;

export function isAboutQuestions(step: Step): step is AboutQuestions {
  return step.does === "ask" || step.does === "ask again" || step.does === "choose";
}
