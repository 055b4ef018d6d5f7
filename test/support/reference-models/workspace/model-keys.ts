import {
  hasEnded,
  type ModelAction,
  type ModelCollection,
  type ModelKey,
  type ModelUser,
} from "../model-user.ts";
import { KEYS, type Step } from "./steps.ts";

/** The steps that keys may take. All other steps need a person. */
const BY_KEY: readonly Step["does"][] = ["ask", "ask again", "choose", "delete", "restore"];

/** The keys of a workspace model, in order of creation. */
export class ModelKeys {
  readonly all: ModelKey[] = [];

  /** The key of a step, or null. */
  of(step: Step): ModelKey | null {
    const { withKey } = step;
    return withKey === undefined || withKey === null
      ? null
      : (this.all[withKey % Math.max(1, this.all.length)] ?? null);
  }

  /** Whether the step's key, or a person without one, may try the step. */
  mayTry(step: Step): boolean {
    const key = this.of(step);
    if (key === null) return true;
    return !hasEnded(key) && BY_KEY.includes(step.does) && !("what" in step && step.what === "thread");
  }

  /** @returns null if enough keys exist or the key would have no rights */
  make(
    user: ModelUser,
    actions: readonly ModelAction[],
    collections: readonly ModelCollection[],
  ): true | null {
    if (this.all.length === KEYS || actions.length === 0) return null;
    this.all.push({ id: "", token: "", mergedInto: user, scope: { actions, collections }, isRevoked: false });
    return true;
  }

  /** @returns null if no key can be ended */
  end(at: number): true | null {
    const key = this.all[at % Math.max(1, this.all.length)];
    if (key === undefined || hasEnded(key)) return null;
    key.isRevoked = true;
    return true;
  }
}
