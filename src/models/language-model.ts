import type { TokenPrice } from "../domain/usage.ts";
import type { ModelTask } from "../domain/model-choice.ts";
import { ProviderError } from "./provider-error.ts";

export interface ChatMessage {
  /** `assistant` marks text that the model wrote earlier. */
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** Sampling options. Models ignore the options that they do not support. */
export interface TextSampling {
  readonly temperature: number;
  /** Null selects the model's default, here and in the fields below. */
  readonly topP: number | null;
  readonly frequencyPenalty: number | null;
  readonly presencePenalty: number | null;
  readonly logitBias: Readonly<Record<string, number>> | null;
  /** Stop sequences: the text ends before the first one. */
  readonly stop: readonly string[];
  /** In tokens of the model. */
  readonly maxTokens: number;
}

export interface TextRequest {
  readonly messages: readonly ChatMessage[];
  readonly sampling: TextSampling;
  /** Aborts when no client needs the text any more. The adapter then cancels the provider call. */
  readonly signal: AbortSignal;
  /**
   * Start of the time budget in milliseconds since 1970. A retry for the same answer passes the start of the
   * first attempt. Default: now.
   */
  readonly startedAt?: number;
  /**
   * Called once with the usage when the text ends, even on failure. Not called when the provider never
   * started to respond.
   */
  readonly onUsage?: (usage: TokenUsage) => void;
}

/** Token usage as the provider reports it. Missing counts are estimates. */
export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The estimated part of the input and output tokens. */
  readonly estimatedTokens: number;
}

/** New text. An empty string is a heartbeat while the model reasons. */
export interface TextDelta {
  readonly kind: "part";
  readonly text: string;
}

export interface TextEnd {
  readonly kind: "end";
  /** False when the model stopped early, for example at its token limit. */
  readonly isWhole: boolean;
}

/** A part as the provider sends it. */
export interface ProviderPart extends TextDelta {
  /** Reasoning text that the provider sends beside the answer text. */
  readonly reasoning?: string;
  /** Token counts so far, as far as the provider reports them. */
  readonly reported?: Partial<Pick<TokenUsage, "inputTokens" | "outputTokens">>;
}

/** Adapter of a provider that writes text. */
export interface TextProvider extends Pick<LanguageModel, "id" | "contextWindow"> {
  /**
   * Yields parts, then exactly one end.
   * @throws ModelError, or the reason of the abort signal
   */
  write(order: Pick<TextRequest, "messages" | "sampling" | "signal">): AsyncGenerator<ProviderPart | TextEnd, void>;
}

export interface OrganizationKeys {
  /** True when the model works only with an organization key. */
  readonly areRequired: boolean;
  /** Base URL of the API that receives the key. */
  readonly address: string;
  /** Returns the model with this key. Each key has its own circuit breaker state. */
  readonly withKey: (key: string) => LanguageModel;
}

export interface LanguageModel {
  /** Prompts select the model by this id. */
  readonly id: string;
  /** Maximum input plus output tokens. */
  readonly contextWindow: number;
  /** Without a price the service records no cost. */
  readonly price?: TokenPrice | undefined;
  /** Tasks that prefer this model. Undefined means any task. */
  readonly tasks?: readonly ModelTask[] | undefined;
  /** Access with organization keys. Undefined forbids them. */
  readonly organizationKeys?: OrganizationKeys | undefined;
  /**
   * Yields parts, then exactly one end.
   * @throws ModelError, or the reason of the abort signal
   */
  write(order: TextRequest): AsyncGenerator<TextDelta | TextEnd, void>;
}

/**
 * `slow`: timeout. `limited`: rate limit. `refused`: the model rejects the request. `cut`: the text broke
 * off. `misfit`: the response is no model text. `key_refused`: the provider rejects the key. `needs_key`: the
 * model has no key. `failed`: anything else.
 */
export type ModelFailure = "slow" | "limited" | "refused" | "cut" | "misfit" | "key_refused" | "needs_key" | "failed";

export class ModelError extends ProviderError<ModelFailure> {
  override readonly name = "ModelError";
}
