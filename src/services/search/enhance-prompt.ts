import { type PromptRewrite, rewritePromptWith } from "../../answering/conversation/rewrite-prompt.ts";
import { organizationModels } from "../../answering/organization-models.ts";
import { effectiveActions, parseGranted } from "../../domain/access.ts";
import { requireAction } from "../../domain/authorized.ts";
import type { Id } from "../../domain/ids.ts";
import { quotasOf } from "../../domain/quota.ts";
import { answerScopeQueries, toAnswerScope } from "../../storage/d1/answers/answer-scope.ts";
import type { PastTurn } from "../../storage/d1/answers/conversation.ts";
import { findHolding, quotaAssertions } from "../../storage/d1/service/quotas.ts";
import { countSpending } from "../../storage/d1/core/count-usage.ts";
import { findChattableHome } from "../../storage/d1/threads/chat-threads.ts";
import { findThread } from "../../storage/d1/threads/threads.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";

export interface EnhancePromptInput {
  readonly prompt: string;
  /** Thread of the prompt. Its conversation completes a follow-up. */
  readonly threadId: Id<"thread"> | null;
}

interface Setting {
  readonly userId: Id<"user">;
  readonly organizationId: Id<"org">;
  /** True if the caller may use the organization's tokens. This requires `chat`, as for questions. */
  readonly maySpend: boolean;
  readonly conversation: readonly PastTurn[];
}

/** An improved prompt with the number of tokens that a language model used for it. */
export type EnhancedPrompt = PromptRewrite & { readonly units: number };

/**
 * Improves a prompt (see `rewritePromptWith`). Takes one D1 round trip, and three more with a
 * model. Charges the tokens to the organization of the thread, or to the caller's own
 * organization. If the caller lacks `chat` there, the service calls no model.
 * @throws ServiceError `not_found` for a thread that the caller may not read
 */
export async function enhancePrompt(
  ctx: Context,
  { prompt, threadId }: EnhancePromptInput,
): Promise<EnhancedPrompt> {
  const { userId, organizationId, maySpend, conversation } =
    threadId === null ? await readHome(ctx) : await readThread(ctx, threadId);
  const shared = { models: ctx.platform.languageModels(), secrets: ctx.config.modelKeySecrets };
  const models =
    maySpend && (await hasTokens(ctx, organizationId))
      ? await organizationModels(ctx.db, shared, { organizationId, asked: "" })
      : [];
  const { spent, ...enhanced } = await rewritePromptWith(models, prompt, conversation);
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

async function readHome(ctx: Context): Promise<Setting> {
  const viewer = actorSql(ctx);
  const { actor, rows } = await readAsUser(ctx, {
    home: findChattableHome(ctx.db, viewer),
  });
  const { id: userId, organizationId } = actor;
  const maySpend = rows.home.length > 0;
  return {
    userId,
    organizationId,
    maySpend,
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
  const { conversation } = toAnswerScope(rows);
  return {
    userId: actor.id,
    organizationId,
    maySpend,
    conversation,
  };
}
