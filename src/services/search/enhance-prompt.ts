import { type PromptRewrite, rewritePromptWith } from "../../answering/conversation/rewrite-prompt.ts";
import { organizationModels } from "../../answering/organization-models.ts";
import { effectiveActions, parseGranted } from "../../domain/access.ts";
import { requireAction } from "../../domain/authorized.ts";
import type { Id } from "../../domain/ids.ts";
import { quotasOf } from "../../domain/quota.ts";
import type { UnknownWord } from "../../knowledge-index/api.ts";
import { answerScopeQueries, toAnswerScope } from "../../storage/d1/answers/answer-scope.ts";
import type { PastTurn } from "../../storage/d1/answers/conversation.ts";
import { userOf } from "../../storage/d1/core/access.ts";
import {
  checkFound,
  selectSearchableOrganizations,
} from "../../storage/d1/search/searchable-organizations.ts";
import { findHolding, quotaAssertions } from "../../storage/d1/service/quotas.ts";
import { countSpending } from "../../storage/d1/core/count-usage.ts";
import { findChattableHome } from "../../storage/d1/threads/chat-threads.ts";
import { findThread } from "../../storage/d1/threads/threads.ts";
import { questionLanguage } from "../../text/question-language.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { readableScopes } from "./internal/readable-scopes.ts";
import type { SearchInput } from "../../knowledge-index/api.ts";

export interface EnhancePromptInput {
  readonly prompt: string;
  /** Thread of the prompt. If null, all documents that the caller may read are in scope. */
  readonly threadId: Id<"thread"> | null;
}

type Scope = Omit<SearchInput, "query" | "limit"> & { readonly organizationId: string };

interface Setting {
  readonly userId: Id<"user">;
  readonly organizationId: Id<"org">;
  /** True if the caller may use the organization's tokens. This requires `chat`, as for questions. */
  readonly maySpend: boolean;
  readonly scopes: readonly Scope[];
  readonly conversation: readonly PastTurn[];
}

/** An improved prompt with the number of tokens that a language model used for it. */
export type EnhancedPrompt = PromptRewrite & { readonly units: number };

/**
 * Improves a prompt (see `rewritePromptWith`). Suggested words come only from documents that an answer to the
 * caller may use, because D1 checks each of them. Takes one D1 round trip, one more to correct a spelling,
 * and three more with a model. Charges the tokens to the organization of the thread, or to the caller's own
 * organization. If the caller lacks `chat` there, the service calls no model.
 * @throws ServiceError `not_found` for a thread that the caller may not read
 */
export async function enhancePrompt(
  ctx: Context,
  { prompt, threadId }: EnhancePromptInput,
): Promise<EnhancedPrompt> {
  const { userId, organizationId, maySpend, scopes, conversation } =
    threadId === null ? await readEverything(ctx) : await readThread(ctx, threadId);
  const words = await withoutEnglish(ctx, prompt, await unknownWords(ctx, prompt, scopes));
  const spellings = await spellingsOf(ctx, userId, words);
  const shared = { models: ctx.platform.languageModels(), secrets: ctx.config.modelKeySecrets };
  const models =
    maySpend && (await hasTokens(ctx, organizationId))
      ? await organizationModels(ctx.db, shared, { organizationId, asked: "" })
      : [];
  const { spent, ...enhanced } = await rewritePromptWith(models, prompt, conversation, spellings);
  const spending = countSpending(ctx.db, {
    organizationId,
    userId,
    operation: ctx.operation,
    spent,
    at: ctx.now,
  });
  if (spending.length > 0) await ctx.db.write(spending);
  return { ...enhanced, units: spent.inputTokens + spent.outputTokens };
}

/** True if the organization's quotas leave tokens. Otherwise the service calls no model. */
async function hasTokens(
  { db, config, now, platform }: Context,
  organizationId: Id<"org">,
): Promise<boolean> {
  if (platform.languageModels().length === 0) return false;
  const asked = quotaAssertions({
    quotas: quotasOf(config.quotas, organizationId),
    organizationId,
    using: { units: 1 },
    now,
  });
  const { left } = await db.read({ left: findHolding(db, asked) });
  return left.length > 0;
}

async function readEverything(ctx: Context): Promise<Setting> {
  const viewer = actorSql(ctx);
  const { actor, rows } = await readAsUser(ctx, {
    organizations: selectSearchableOrganizations(ctx.db, viewer),
    home: findChattableHome(ctx.db, viewer),
  });
  const { id: userId, organizationId } = actor;
  const maySpend = rows.home.length > 0;
  return {
    userId,
    organizationId,
    maySpend,
    scopes: readableScopes(rows.organizations).scopes,
    conversation: [],
  };
}

async function readThread(ctx: Context, threadId: Id<"thread">): Promise<Setting> {
  const viewer = actorSql(ctx);
  const { actor, rows } = await readAsUser(ctx, {
    thread: findThread(ctx.db, viewer, threadId),
    ...answerScopeQueries(ctx.db, viewer, threadId, null),
  });
  const { organizationId, granted } = requireAction(rows.thread[0], "read", "thread");
  const maySpend = effectiveActions(parseGranted(granted)).includes("chat");
  const { collectionIds, assetIds, conversation } = toAnswerScope(rows);
  return {
    userId: actor.id,
    organizationId,
    maySpend,
    scopes: [{ organizationId, collectionIds, assetIds }],
    conversation,
  };
}

/** Returns the words of the prompt that no document of the organizations contains. */
async function unknownWords(
  { platform, db }: Context,
  prompt: string,
  scopes: readonly Scope[],
): Promise<UnknownWord[]> {
  const answers = await Promise.all(
    scopes.map(async ({ organizationId, ...scope }) => {
      const { words, cost } = await platform.index(organizationId, 0).spell({ prompt, ...scope });
      db.meter.trips += cost.trips;
      db.meter.rowsRead += cost.rowsRead;
      return words;
    }),
  );
  const [first = [], ...others] = answers;
  return first.flatMap((word) => {
    const same = others.map((words) => words.find(({ start }) => start === word.start));
    if (same.includes(undefined)) return [];
    const spellings = [word, ...same].flatMap((each) => each?.spellings ?? []);
    return { ...word, spellings: spellings.toSorted((one, other) => other.count - one.count) };
  });
}

/** Removes English words. An English word is no misspelling, even if no document contains it. */
async function withoutEnglish(
  { platform }: Context,
  prompt: string,
  words: readonly UnknownWord[],
): Promise<readonly UnknownWord[]> {
  if (words.length === 0 || questionLanguage(prompt) !== "en") return words;
  const terms = words.map(({ term }) => term);
  const known = await platform.semantic().nearestWords(terms, 1);
  return known === null ? words : words.filter(({ term }) => !known.has(term));
}

/** Returns the corrections that occur in documents that the caller may read now. */
async function spellingsOf({ db }: Context, userId: string, words: readonly UnknownWord[]) {
  const assetIds = [...new Set(words.flatMap(({ spellings }) => spellings.map(({ assetId }) => assetId)))];
  if (assetIds.length === 0) return [];
  const { assets } = await db.read({ assets: checkFound(db, userOf(userId), assetIds) });
  const readable = new Map(
    assets.flatMap(({ id, textVersion, holders }) => (holders === "[]" ? [] : [[id, textVersion] as const])),
  );
  return words.flatMap(({ surface, start, end, spellings }) => {
    const seen = spellings
      .filter(({ assetId, version }) => readable.get(assetId) === version)
      .map((each) => each.surface);
    return seen.length === 0 ? [] : { surface, start, end, spellings: [...new Set(seen)] };
  });
}
