import { hasEnded, type ModelAction, type ModelCollection, type ModelKey, type ModelUser } from "../access-model.ts";
import { KEYS, type Step } from "./steps.ts";

/** What programs do with keys; the rest is for people alone. */
const BY_KEY: readonly Step["does"][] = ["ask", "ask again", "choose", "delete", "restore"];

/** The keys of a workspace model, in the order in which they were made. */
export class ModelKeys {
  readonly all: ModelKey[] = [];

  /** The key with which a step is done; null: without. */
  of(step: Step): ModelKey | null {
    const { withKey } = step;
    return withKey === undefined || withKey === null ? null : (this.all[withKey % Math.max(1, this.all.length)] ?? null);
  }

  /** Whether the step is one that its key, or anybody without one, may try. */
  mayTry(step: Step): boolean {
    const key = this.of(step);
    if (key === null) return true;
    return !hasEnded(key) && BY_KEY.includes(step.does) && !("what" in step && step.what === "thread");
  }

  /** @returns null: none is made, as there are enough, or it would be for nothing */
  make(user: ModelUser, actions: readonly ModelAction[], collections: readonly ModelCollection[]): true | null {
    if (this.all.length === KEYS || actions.length === 0) return null;
    this.all.push({ id: "", token: "", mergedInto: user, scope: { actions, collections }, isRevoked: false });
    return true;
  }

  /** @returns null: there is none that could be ended */
  end(at: number): true | null {
    const key = this.all[at % Math.max(1, this.all.length)];
    if (key === undefined || hasEnded(key)) return null;
    key.isRevoked = true;
    return true;
  }
}
