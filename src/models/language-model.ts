import type { TokenPrice } from "../domain/usage.ts";
import type { ModelTask } from "../domain/model-choice.ts";
import { ProviderFault } from "./provider-fault.ts";

export interface ChatMessage {
  /** `assistant`: what the model has written before. */
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** How a text is to be written. A model that has no such setting ignores it. */
export interface TextSampling {
  readonly temperature: number;
  /** Null: as the model likes; the same for those below. */
  readonly topP: number | null;
  readonly frequencyPenalty: number | null;
  readonly presencePenalty: number | null;
  readonly logitBias: Readonly<Record<string, number>> | null;
  /** The text ends before the first of these. */
  readonly stop: readonly string[];
  /** In the model's own tokens. */
  readonly maxTokens: number;
}

export interface TextOrder {
  readonly messages: readonly ChatMessage[];
  readonly sampling: TextSampling;
  /** Aborted when nobody wants the text any more: then the model is told at once. */
  readonly signal: AbortSignal;
  /** From when on its time counts, in milliseconds since 1970, where another text was written for the same answer before. Default: now. */
  readonly startedAt?: number;
  /** Told what the text used, once, however it ends; not at all where its provider has not begun to answer. */
  readonly onUsage?: (usage: TokenUsage) => void;
}

/** In the model's own tokens, as its provider counts them as far as it says so. */
export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** How many of both together are an estimate. */
  readonly estimatedTokens: number;
}

/** What is new of a text. "" is a sign of life: the model thinks. */
export interface TextPart {
  readonly kind: "part";
  readonly text: string;
}

export interface TextEnd {
  readonly kind: "end";
  /** False: the model had to stop before it had said all. */
  readonly isWhole: boolean;
}

/** A part as a provider sends it. */
export interface ProviderPart extends TextPart {
  /** What it thinks, where it says that beside the text. */
  readonly thought?: string;
  /** How many tokens it has read, and written up to here, as far as it says so. */
  readonly told?: Partial<Pick<TokenUsage, "inputTokens" | "outputTokens">>;
}

/** A model that writes text, as its provider answers. */
export interface TextProvider extends Pick<LanguageModel, "id" | "contextWindow"> {
  /**
   * Parts, then one end.
   * @throws ModelFault, and the signal's reason
   */
  write(order: Pick<TextOrder, "messages" | "sampling" | "signal">): AsyncGenerator<ProviderPart | TextEnd, void>;
}

export interface OwnKeys {
  /** It is asked with no other. */
  readonly areNeeded: boolean;
  /** The base of the API that they are sent to. */
  readonly address: string;
  /** The same model, asked with this key; how it is with one key says nothing of how it is with another. */
  readonly with: (key: string) => LanguageModel;
}

/** A model that writes text. */
export interface LanguageModel {
  /** By which prompts name it. */
  readonly id: string;
  /** How many tokens it can read and write together. */
  readonly contextWindow: number;
  /** None: nobody counts what it costs. */
  readonly price?: TokenPrice | undefined;
  /** What it is to be asked first; none: anything. */
  readonly tasks?: readonly ModelTask[] | undefined;
  /** How organizations may have it asked with keys of theirs; none: they may not. */
  readonly ownKeys?: OwnKeys | undefined;
  /**
   * Parts, then one end.
   * @throws ModelFault, and the signal's reason
   */
  write(order: TextOrder): AsyncGenerator<TextPart | TextEnd, void>;
}

/**
 * `slow`: nothing came in time. `limited`: asked too often. `refused`: it does not take this. `cut`: the text broke off. `misfit`: what came is
 * no text of a model. `key_refused`: its provider does not take the key. `needs_key`: it has none. `failed`: anything else.
 */
export type ModelFailure = "slow" | "limited" | "refused" | "cut" | "misfit" | "key_refused" | "needs_key" | "failed";

export class ModelFault extends ProviderFault<ModelFailure> {
  override readonly name = "ModelFault";
}
