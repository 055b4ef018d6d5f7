import { invalidField, notFound, ServiceError } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { NO_IMPACT } from "../../domain/dry-run.ts";
import { actorOf, isUser, NO_USER, type SQL } from "../../storage/d1/core/access.ts";
import { type Assertion, commit, type Writer } from "../../storage/d1/core/commit.ts";
import {
  selectMergeChanges,
  type MergeChanges,
  parseMergeChanges,
  recordMergeChanges,
} from "../../storage/d1/users/merge-changes.ts";
import {
  auditOldOrganization,
  bothActive,
  findAccounts,
  findConsenting,
  mergeStatements,
} from "../../storage/d1/users/merge.ts";
import { enqueueRechecks } from "../../storage/d1/threads/presence.ts";
import { type Context, readAsUser } from "../context/context.ts";
import { ifMatchAsserts, requireIfMatch } from "../context/if-match.ts";
import { readAsService, serviceWriter } from "../context/service-writer.ts";

export interface MergeUsersInput {
  readonly newUserId: Id<"user">;
  readonly oldUserId: Id<"user">;
  readonly reason: string;
}

type Account = Awaited<ReturnType<typeof findAccounts>>[number];
type Accounts = Readonly<Record<"oldAccount" | "newAccount", Account | undefined>>;

interface Caller {
  readonly writer: Writer;
  /**
   * Users of the caller's token and of the consenting token. Null for a service principal, which needs
   * neither.
   */
  readonly speaking: { readonly callerId: string; readonly consentId: string | null } | null;
}

/**
 * Merges the old account of a user into a new one. The new user takes over the identities and rights of the
 * old user, and all references to the old user. Records keep their organizations and paths. The merge is one
 * batch, whatever its size. A service principal may merge users, and so may the new user with the consent of
 * the old one.
 * @throws ServiceError `invalid_argument` for a merge into itself, `permission_denied`, `not_found`,
 * `failed_precondition` for an inactive account
 */
export async function mergeUsers(ctx: Context, input: MergeUsersInput): Promise<MergeChanges> {
  const { caller, oldAccount, newAccount } = await readMerge(ctx, input);
  for (const [name, account] of Object.entries({ old: oldAccount, new: newAccount })) {
    if (account.lifecycleState !== "active")
      throw new ServiceError("failed_precondition", `The ${name} account is ${account.lifecycleState}.`);
  }
  requireIfMatch(ctx, newAccount);
  const { writer } = caller;
  const merge = { ...input, by: writer.actorId, at: ctx.now };
  const rows = await commit(writer, {
    asserts: [
      bothActive(input),
      ...speakingAsserts(ctx, caller, input),
      ...ifMatchAsserts(ctx, "users", newAccount),
    ],
    writes: [
      auditOldOrganization(writer, oldAccount, newAccount),
      ...recordMergeChanges(ctx.db, ctx.operationId, merge),
    ],
    result: ctx.operationId,
    audit: {
      organizationId: newAccount.organizationId,
      targetId: newAccount.id,
      changes: { oldUserId: oldAccount.id },
    },
    impactScope: {
      ...NO_IMPACT,
      grantedTo: [oldAccount.id, newAccount.id],
      userIds: [oldAccount.id, newAccount.id],
    },
    returning: {
      ...mergeStatements(ctx.db, merge),
      changes: selectMergeChanges(ctx.db, ctx.operationId),
      // The merge has moved the presence of the old user to the new user, so the new user's presence
      // identifies the rooms with sockets of the old user.
      rechecks: enqueueRechecks(ctx.db, [`user/${newAccount.id}`], ctx.now),
    },
  });
  ctx.runInline(rows.rechecks);
  return parseMergeChanges(rows.changes);
}

/**
 * Returns the changes of an earlier merge of these accounts, for a caller who may merge them.
 * @param mergeId id of the operation that merged them
 * @throws the errors of `mergeUsers`
 */
export async function listMerged(
  ctx: Context,
  input: MergeUsersInput,
  mergeId: Id<"op">,
): Promise<MergeChanges> {
  const { oldAccount } = await readMerge(ctx, input);
  if (oldAccount.mergedInto !== input.newUserId)
    throw new ServiceError("failed_precondition", "The service cannot merge these accounts.");
  const { changes } = await ctx.db.read({ changes: selectMergeChanges(ctx.db, mergeId) });
  return parseMergeChanges(changes);
}

async function readMerge(
  ctx: Context,
  input: MergeUsersInput,
): Promise<{ caller: Caller; oldAccount: Account; newAccount: Account }> {
  if (input.oldUserId === input.newUserId)
    throw invalidField("oldUserId", "is the same account as newUserID");
  const accounts = findAccounts(ctx.db, [input.oldUserId, input.newUserId]);
  const { caller, found } =
    ctx.principal.kind === "service" ? await readForService(ctx, accounts) : await readForUser(ctx, accounts);
  const byId = new Map(found.map((account) => [account.id, account]));
  const { oldAccount, newAccount } = {
    oldAccount: byId.get(input.oldUserId),
    newAccount: byId.get(input.newUserId),
  };
  if (caller.speaking !== null) requireSpeaking(caller.speaking, input, { oldAccount, newAccount });
  if (oldAccount === undefined || newAccount === undefined) throw notFound("user");
  return { caller, oldAccount, newAccount };
}

type AccountQuery = ReturnType<typeof findAccounts>;

async function readForService(
  ctx: Context,
  accounts: AccountQuery,
): Promise<{ caller: Caller; found: Account[] }> {
  const { found } = await readAsService(ctx, { found: accounts });
  return { caller: { writer: serviceWriter(ctx), speaking: null }, found };
}

async function readForUser(
  ctx: Context,
  accounts: AccountQuery,
): Promise<{ caller: Caller; found: Account[] }> {
  const consent = findConsenting(ctx.db, consentSql(ctx));
  const { actor, rows } = await readAsUser(ctx, { found: accounts, consent });
  const speaking = { callerId: actor.id, consentId: rows.consent[0]?.userId ?? null };
  return { caller: { writer: actor.writer, speaking }, found: rows.found };
}

/** Returns SQL that yields the user id of the consenting token, or no id without such a token. */
function consentSql({ consent }: Context): SQL {
  return consent === null ? NO_USER : actorOf(consent.issuer, consent.subject);
}

/**
 * Requires tokens for both accounts. A token of a merged account also counts for that account, so that a
 * repeated merge gets an error about the merge.
 */
function requireSpeaking(
  { callerId, consentId }: NonNullable<Caller["speaking"]>,
  input: MergeUsersInput,
  accounts: Accounts,
): void {
  const speaksFor = (userId: string | null, accountId: string, account: Account | undefined): boolean =>
    userId !== null && (userId === accountId || userId === account?.mergedInto);
  if (!speaksFor(callerId, input.newUserId, accounts.newAccount)) {
    throw new ServiceError(
      "permission_denied",
      "You can merge into your own account only. `newUserID` names another account.",
    );
  }
  if (!speaksFor(consentId, input.oldUserId, accounts.oldAccount)) {
    throw new ServiceError(
      "permission_denied",
      "Send a token of the old account as `x-merge-authorization: Bearer <token>`.",
    );
  }
}

function speakingAsserts(
  ctx: Context,
  { speaking }: Caller,
  { oldUserId, newUserId }: MergeUsersInput,
): Assertion[] {
  const { principal } = ctx;
  if (speaking === null || principal.kind !== "user") return [];
  return [
    { name: "caller_is_new", holds: isUser(actorOf(principal.issuer, principal.subject), newUserId) },
    { name: "old_agrees", holds: isUser(consentSql(ctx), oldUserId) },
  ];
}
