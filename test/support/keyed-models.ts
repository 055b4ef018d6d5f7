import { inject } from "vitest";
import { createLanguageModels } from "../../src/models/create-language-models.ts";
import type { LanguageModel } from "../../src/models/language-model.ts";
import { platformOf } from "../../src/platform.ts";
import type { ChatBehaviour } from "./chat-server.ts";
import { testEnv } from "./env.ts";
import { AT_ONCE } from "./text-of-model.ts";

type Keys = "taken" | "needed" | "refused";

/**
 * Adds models to the operator's list, each named after its behavior.
 * @returns a function that removes them
 */
export function listModels(models: Partial<Record<ChatBehaviour, Keys>>): () => void {
  const list = listOf();
  const settings = Object.entries(models).map(([id, organizationKeys]) => {
    const url = `${inject("chatServer")}/${id}/v1`;
    return { id, provider: "openai" as const, url, model: "m", key: "sk-of-the-operator", contextWindow: 8_192, organizationKeys };
  });
  list.push(...createLanguageModels(settings, undefined, { retries: AT_ONCE }));
  return unlistModels;
}

export function unlistModels(): void {
  listOf().length = 0;
}

/** The list that requests use. Rooms have their own. */
function listOf(): LanguageModel[] {
  return platformOf(testEnv).languageModels() as LanguageModel[];
}
