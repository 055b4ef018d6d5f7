import { type Signal, signal } from "@preact/signals";
import { keep, kept } from "../../data/kept.ts";
import type { QuestionScope } from "../unsent-messages.ts";

/** A document or a collection that a question is about. */
export interface ScopeItem {
  readonly kind: "asset" | "collection";
  readonly id: string;
  readonly name: string;
}

/** The text and the scope in the composer of one thread, kept on this device at each key. */
export class KeptText {
  readonly text: Signal<string>;
  readonly scope: Signal<readonly ScopeItem[]>;
  /** The model that answers the next question; "" for the best one. */
  readonly model: Signal<string>;
  /** Whether each item of the scope gets an answer of its own. */
  readonly isComparing = signal(false);
  /** Puts the cursor behind the text. The composer sets it. */
  focus: () => void = () => {};
  readonly #userId: string;
  readonly #threadId: string;

  constructor(userId: string, threadId: string) {
    this.#userId = userId;
    this.#threadId = threadId;
    const [text, scope, model] = ["text", "scope", "model"].map((name) =>
      kept(userId, `${name}:${threadId}`),
    );
    this.text = signal(typeof text === "string" ? text : "");
    this.scope = signal(Array.isArray(scope) ? (scope as ScopeItem[]) : []);
    this.model = signal(typeof model === "string" ? model : "");
  }

  write(text: string): void {
    this.text.value = text;
    keep(this.#userId, `text:${this.#threadId}`, text === "" ? null : text);
  }

  setModel(model: string): void {
    this.model.value = model;
    keep(this.#userId, `model:${this.#threadId}`, model === "" ? null : model);
  }

  /** Adds a document or a collection to the scope. */
  addToScope(item: ScopeItem): void {
    const { value } = this.scope;
    if (value.every(({ id }) => id !== item.id)) this.setScope([...value, item]);
  }

  setScope(scope: readonly ScopeItem[]): void {
    this.scope.value = scope;
    if (scope.length < 2) this.isComparing.value = false;
    keep(this.#userId, `scope:${this.#threadId}`, scope.length === 0 ? null : scope);
  }

  /** The scopes of the question: none for the thread's, several for a comparison. */
  scopes(): QuestionScope[] {
    const items = this.scope.peek();
    const groups = this.isComparing.peek() ? items.map((item) => [item]) : items.length === 0 ? [] : [items];
    const idsOf = (group: readonly ScopeItem[], kind: ScopeItem["kind"]): string[] =>
      group.filter((item) => item.kind === kind).map(({ id }) => id);
    return groups.map((group) => ({
      assetIds: idsOf(group, "asset"),
      collectionIds: idsOf(group, "collection"),
    }));
  }

  /** Empties the text. The scope stays for the next question. */
  clear(): void {
    this.write("");
  }
}
