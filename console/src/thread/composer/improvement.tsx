import { type Signal, signal } from "@preact/signals";
import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { client } from "../../data/client.ts";
import { Button } from "../../parts/button/button.tsx";
import { t } from "../../words/t.ts";

type State =
  | { readonly kind: "none" | "asked" | "unimproved" | "failed" }
  | { readonly kind: "improved"; readonly text: string };

/** A better version of the text in the composer. It belongs to that text alone. */
export class Improvement {
  readonly state: Signal<State> = signal({ kind: "none" });
  #asked = 0;

  /** The better text; null while there is none. */
  get text(): string | null {
    const state = this.state.peek();
    return state.kind === "improved" ? state.text : null;
  }

  /** Asks the service for a better version. It sends no question. */
  async ask(prompt: string, threadId: string): Promise<void> {
    const asked = (this.#asked += 1);
    this.state.value = { kind: "asked" };
    const state = await improved(prompt, threadId);
    if (asked === this.#asked) this.state.value = state;
  }

  /** The text has changed. */
  forget(): void {
    this.#asked += 1;
    if (this.state.peek().kind !== "none") this.state.value = { kind: "none" };
  }
}

export const useImprovement = (): Improvement => useMemo(() => new Improvement(), []);

async function improved(prompt: string, threadId: string): Promise<State> {
  try {
    const { data } = await client.request("POST", "/v1/prompts/enhance", { body: { prompt, threadId } });
    const text = [data.prompt, ...data.suggestions].find((each) => each.trim() !== prompt.trim());
    return text === undefined ? { kind: "unimproved" } : { kind: "improved", text };
  } catch {
    return { kind: "failed" };
  }
}

/** The better text under the field. Tab or the button takes it. */
export function ImprovementLine({
  improvement,
  onTake,
}: {
  improvement: Improvement;
  onTake: () => void;
}): VNode {
  const state = improvement.state.value;
  return (
    <div class="improvement small" role="status">
      {state.kind === "improved" ? (
        <div class="row">
          <span class="grow" dir="auto">
            <span class="muted">{t("composer.improved")}</span> <bdi>{state.text}</bdi>
          </span>
          <Button size="small" onClick={onTake}>
            {t("composer.takeImproved")} <kbd>Tab</kbd>
          </Button>
        </div>
      ) : (
        state.kind !== "none" && <span class="muted">{t(`composer.improvement.${state.kind}`)}</span>
      )}
    </div>
  );
}
