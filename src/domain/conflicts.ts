/** Name of the assertion that the caller's `Idempotency-Key` has not been used. */
export const KEY_IS_NEW = "idempotency_key_is_new";

/** Names of the assertions in a batch. A batch contains each name at most once. */
export type AssertionName =
  | typeof KEY_IS_NEW
  | (typeof NAMES)[number]
  | `quota_${"day" | "month"}_${"questions" | "units" | "assets" | "bytes"}`
  | `may_${"read" | "write" | "chat" | "share" | "own" | "bring_assets" | "bring_collections" | "write_parent" | "read_taken" | "delete" | "restore" | "own_all"}`;

const NAMES = [
  ...([
    "added_is_new",
    "author",
    "awaited",
    "both_active",
    "caller_is_new",
    "chat",
    "claimable",
    "depth",
    "few_answers",
    "few_crawls",
    "few_diagnostics",
    "few_keys",
    "few_scheduled",
    "few_versions",
    "few_webhooks",
    "first_upload",
  ] as const),
  ...([
    "fresh",
    "have_arrived",
    "held_elsewhere",
    "holds_address",
    "id_is_free",
    "import_as_seen",
    "no_import_under_way",
    "organization_is_empty",
    "if_match",
    "own_quotas",
    "pending_as_seen",
    "is_ended",
    "is_hidden",
    "is_newest",
    "is_restorable",
    "key_is_live",
    "keeps_owner",
    "leaves_owners",
    "lists_complete",
  ] as const),
  ...([
    "link_is_live",
    "links_as_seen",
    "named_has_arrived",
    "named_is_here",
    "named_is_readable",
    "named_is_shareable",
    "multipart_as_seen",
    "no_circle",
    "no_newer_proof",
    "nobody_depends",
    "nothing_left",
    "not_awaited",
    "not_invited_yet",
    "not_unpacked_yet",
    "old_agrees",
  ] as const),
  ...([
    "organization_has_room",
    "page_is_awaited",
    "read",
    "removed_is_there",
    "repair_cursor",
    "revocable",
    "run_owns_asset",
  ] as const),
  ...([
    "same_bytes",
    "same_grants",
    "same_owners",
    "same_place",
    "same_version",
    "scope_within_bounds",
    "session_is_live",
    "since",
    "sources",
  ] as const),
  ...([
    "still_linked",
    "thread",
    "thread_as_seen",
    "user_active",
    "user_unchanged",
    "users_active",
    "version",
    "with_worker",
    "writing",
  ] as const),
] as const;

/**
 * The data changed between the read and the write, or two callers wrote at the same time. Nothing was
 * written. The use case reads the data again.
 */
export class CommitConflict extends Error {
  override readonly name = "CommitConflict";
  /** The failed assertion. Null if a unique index failed instead. */
  readonly assertion: AssertionName | null;

  /** @param detail name of the failed assertion or unique index, for the log */
  constructor(assertion: AssertionName | null, detail: string = assertion ?? "") {
    super(`the change met a conflict: ${detail}`);
    this.assertion = assertion;
  }
}

/** The service has already executed a request with this `Idempotency-Key`. */
export class KeyIsUsed extends CommitConflict {
  constructor() {
    super(KEY_IS_NEW);
  }
}

/** D1 already contains a message with this id. */
export class MessageIsStored extends CommitConflict {
  constructor() {
    super("fresh");
  }
}

/** The answer has ended, or another attempt is writing it. */
export class AnswerHasEnded extends CommitConflict {
  constructor() {
    super("writing");
  }
}

/** The thread of the answer, or the user who asked, has changed since the read. */
export class ThreadIsClosed extends CommitConflict {
  constructor() {
    super("thread");
  }
}

/** The answer may no longer quote one of its sources. */
export class SourcesHaveChanged extends CommitConflict {
  constructor() {
    super("sources");
  }
}

/** The scope of the thread would exceed its limit. */
export class ScopeIsFull extends CommitConflict {
  constructor() {
    super("scope_within_bounds");
  }
}

const CLASSES: Readonly<Partial<Record<AssertionName, new () => CommitConflict>>> = {
  [KEY_IS_NEW]: KeyIsUsed,
  fresh: MessageIsStored,
  writing: AnswerHasEnded,
  thread: ThreadIsClosed,
  sources: SourcesHaveChanged,
  scope_within_bounds: ScopeIsFull,
};

/** Returns the conflict of a failed assertion. Conflicts that callers distinguish have their own class. */
export function conflictOf(assertion: AssertionName): CommitConflict {
  const Conflict = CLASSES[assertion];
  return Conflict === undefined ? new CommitConflict(assertion) : new Conflict();
}
