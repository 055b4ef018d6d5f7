import { type Signal, signal } from "@preact/signals";

/** Why the last action on the answers to each question failed. */
export class ActionFailures {
  readonly #failures = new Map<string, Signal<unknown>>();

  /** The failure; null if the last action did not fail. */
  of(questionId: string): Signal<unknown> {
    const known = this.#failures.get(questionId) ?? signal<unknown>(null);
    this.#failures.set(questionId, known);
    return known;
  }

  async watch(questionId: string, act: () => Promise<unknown>): Promise<void> {
    const failure = this.of(questionId);
    failure.value = null;
    try {
      await act();
    } catch (error) {
      failure.value = error;
    }
  }
}
