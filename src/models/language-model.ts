import type { TokenPrice } from "../domain/usage.ts";
import type { ModelTask } from "../domain/model-choice.ts";
import { ProviderError } from "./provider-error.ts";

export interface ChatMessage {
  /** Author of the message. `assistant` marks text that the model wrote earlier. */
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
  /** Stop sequences. The text ends before the first occurrence of any of them. */
  readonly stop: readonly string[];
  /** Maximum length of the text in tokens of the model. */
  readonly maxTokens: number;
}

/** Temperature 0 and the model's defaults: for texts that a program reads. */
export const samplingAtZero = (maxTokens: number): TextSampling => ({
  temperature: 0,
  topP: null,
  frequencyPenalty: null,
  presencePenalty: null,
  logitBias: null,
  stop: [],
  maxTokens,
});

/** A function that a model may call instead of writing text. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A call that a model asks for. The name and the arguments are untrusted. */
export interface ToolCall {
  readonly name: string;
  /** JSON text, which may be malformed. */
  readonly arguments: string;
}

export interface TextRequest {
  readonly messages: readonly ChatMessage[];
  /** Functions that the model may call. Only for models with `hasTools`. Default: none. */
  readonly tools?: readonly ModelTool[];
  readonly sampling: TextSampling;
  /** Aborts as soon as no client waits for the text. The adapter then cancels the provider call. */
  readonly signal: AbortSignal;
  /**
   * Start of the time limit in milliseconds since 1970. A retry for the same answer passes the start of the
   * first attempt. Default: now.
   */
  readonly startedAt?: number;
  /**
   * Called once with the usage at the end of the text, even on failure. Not called if the provider never
   * started to respond.
   */
  readonly onUsage?: (usage: TokenUsage) => void;
}

/** Token usage as the provider reports it. Counts that the provider does not report are estimates. */
export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Number of input and output tokens that are estimates. */
  readonly estimatedTokens: number;
}

/** New text of the model. An empty string is a heartbeat while the model reasons. */
export interface TextDelta {
  readonly kind: "part";
  readonly text: string;
}

export interface TextEnd {
  readonly kind: "end";
  /** False if the model stopped early, for example at its token limit. */
  readonly isWhole: boolean;
  /** Calls that the model asks for. Default: none. */
  readonly toolCalls?: readonly ToolCall[];
}

/** A part of the text in the form that the provider sends. */
export interface ProviderPart extends TextDelta {
  /** Reasoning text. The provider sends it separately from the answer text. */
  readonly reasoning?: string;
  /** Token counts so far. Absent if the provider reports none. */
  readonly reported?: Partial<Pick<TokenUsage, "inputTokens" | "outputTokens">>;
}

/** Adapter of a provider of language models. */
export interface TextProvider extends Pick<LanguageModel, "id" | "contextWindow"> {
  /**
   * Yields any number of parts and ends with exactly one end.
   * @throws ModelError, or the reason of the abort signal
   */
  write(
    order: Pick<TextRequest, "messages" | "tools" | "sampling" | "signal">,
  ): AsyncGenerator<ProviderPart | TextEnd, void>;
}

export interface OrganizationKeys {
  /** True if the model works only with an organization key. */
  readonly areRequired: boolean;
  /** Base URL of the API that receives the key. */
  readonly address: string;
  /** Returns the model with this key. Each key has its own circuit breaker. */
  readonly withKey: (key: string) => LanguageModel;
}

export interface LanguageModel {
  /** Id by which prompts select the model. */
  readonly id: string;
  /** Name for people. Undefined: the id. */
  readonly label?: string | undefined;
  /** Maximum number of input and output tokens together. */
  readonly contextWindow: number;
  /** Price of the model. Without a price, the service records no cost. */
  readonly price?: TokenPrice | undefined;
  /** True if the model may call functions. Default: false. */
  readonly hasTools?: boolean;
  /** Tasks for which the model is preferred. Undefined means any task. */
  readonly tasks?: readonly ModelTask[] | undefined;
  /** Id of the model that judges this model's answers; true for itself. Undefined: no model does. */
  readonly verifier?: string | true | undefined;
  /** Access with organization keys. Undefined if the model does not accept such keys. */
  readonly organizationKeys?: OrganizationKeys | undefined;
  /**
   * Yields any number of parts and ends with exactly one end.
   * @throws ModelError, or the reason of the abort signal
   */
  write(order: TextRequest): AsyncGenerator<TextDelta | TextEnd, void>;
}

/**
 * Kinds of failures:
 * - `slow`: timeout.
 * - `limited`: rate limit.
 * - `refused`: the model rejects the request.
 * - `cut`: the text ended too early.
 * - `misfit`: the response is no text of a model.
 * - `key_refused`: the provider rejects the key.
 * - `needs_key`: the model has no key.
 * - `failed`: any other failure.
 */
export type ModelFailure =
  | "slow"
  | "limited"
  | "refused"
  | "cut"
  | "misfit"
  | "key_refused"
  | "needs_key"
  | "failed";

export class ModelError extends ProviderError<ModelFailure> {
  override readonly name = "ModelError";
}
