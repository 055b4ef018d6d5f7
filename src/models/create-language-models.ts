import type { TextTimeouts, WritingModel } from "../config.ts";
import type { RetryPolicy } from "../domain/retry-policy.ts";
import { anthropicMessages } from "./anthropic-messages.ts";
import type { LanguageModel, OrganizationKeys, TextProvider } from "./language-model.ts";
import { openaiChat } from "./openai-chat.ts";
import { withCircuitBreaker } from "./circuit-breaker.ts";
import { withRetries } from "./with-retries.ts";
import { withUsage } from "./with-usage.ts";
import { TEXT_TIMEOUTS, withTimeouts } from "./with-timeouts.ts";
import { workersAiChat, type WorkersAiText } from "./workers-ai-chat.ts";

/** Default time limits and retries of a model call. */
export interface CallPolicy {
  readonly timeouts?: TextTimeouts;
  readonly retries?: RetryPolicy;
}

/**
 * Creates the configured models in the order of the settings.
 * @param ai the Workers AI binding
 */
export function createLanguageModels(
  settings: readonly WritingModel[],
  ai: WorkersAiText | undefined,
  { timeouts = TEXT_TIMEOUTS, retries }: CallPolicy = {},
): readonly LanguageModel[] {
  const build = (each: WritingModel): LanguageModel => ({
    ...withCircuitBreaker(
      withTimeouts(withRetries(withUsage(modelOf(each, ai)), retries), { ...timeouts, ...each.timeouts }),
    ),
    label: each.label,
    price: each.price,
    tasks: each.tasks,
    hasTools: each.tools ?? false,
    verifier: each.verifier,
  });
  return settings.map((each) => ({ ...build(each), organizationKeys: organizationKeysOf(each, build) }));
}

/**
 * Maximum number of cached clients with organization keys per model. The cache drops the least recently used
 * client.
 */
const MAX_KEYS_PER_MODEL = 200;

function organizationKeysOf(
  settings: WritingModel,
  build: (settings: WritingModel) => LanguageModel,
): OrganizationKeys | undefined {
  const { organizationKeys = "refused", url } = settings;
  if (organizationKeys === "refused") return undefined;
  const known = new Map<string, LanguageModel>();
  return {
    areRequired: organizationKeys === "needed",
    address: url,
    withKey: (key) => {
      const model = known.get(key) ?? build({ ...settings, key });
      known.delete(key);
      known.set(key, model);
      if (known.size > MAX_KEYS_PER_MODEL) known.delete(known.keys().next().value ?? "");
      return model;
    },
  };
}

function modelOf(settings: WritingModel, ai: WorkersAiText | undefined): TextProvider {
  switch (settings.provider) {
    case "openai":
      return openaiChat(settings);
    case "anthropic":
      return anthropicMessages(settings);
    case "workers-ai":
      return workersAiChat(ai, settings);
    default:
      return settings.provider satisfies never;
  }
}
