import { runInDurableObject } from "cloudflare:test";
import { inject } from "vitest";
import type { Env } from "../../src/env.ts";
import { createLanguageModels } from "../../src/models/create-language-models.ts";
import type { LanguageModel } from "../../src/models/language-model.ts";
import { platformOf } from "../../src/platform.ts";
import type { ChatBehaviour } from "./chat-server.ts";
import type { RoomStub } from "./room-fixtures.ts";
import { AT_ONCE } from "./text-of-model.ts";

/** The behaviors of the room's models, each under a model of that name. */
export const MOODS = ["plain", "slowly", "paraphrase", "lying", "cut", "failing", "hanging"] as const satisfies readonly ChatBehaviour[];
export type Mood = (typeof MOODS)[number];

/**
 * Makes the room answer with these models over real HTTP.
 * @returns a function that undoes it
 */
export async function useModels(room: RoomStub, moods: readonly Mood[]): Promise<() => void> {
  const env = await runInDurableObject(room, (instance) => (instance as unknown as { readonly env: Env }).env);
  const models = platformOf(env).languageModels() as LanguageModel[];
  const settings = moods.map((id) => {
    return { id, provider: "openai" as const, url: `${inject("chatServer")}/${id}/v1`, model: "m", key: null, contextWindow: 8_192 };
  });
  models.push(...createLanguageModels(settings, undefined, { retries: AT_ONCE }));
  return () => {
    models.length = 0;
  };
}
