/** The assertion that the caller's `Idempotency-Key` has not been used. */
export const KEY_IS_NEW = "idempotency_key_is_new";

/** The names of a batch's assertions. A batch contains each at most once. */
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
  ...(["organization_has_room", "page_is_awaited", "read", "removed_is_there", "repair_cursor", "revocable", "run_owns_asset"] as const),
  ...(["same_bytes", "same_grants", "same_owners", "same_place", "same_version", "scope_within_bounds", "since", "sources"] as const),
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
 * The data changed between the read and the write, or two callers raced. Nothing was written, and the use
 * case reads again.
 */
export class CommitConflict extends Error {
  override readonly name = "CommitConflict";
  /** The failed assertion. Null for a unique index. */
  readonly assertion: AssertionName | null;

  /** @param detail the unique index, for the log */
  constructor(assertion: AssertionName | null, detail: string = assertion ?? "") {
    super(`the change met a conflict: ${detail}`);
    this.assertion = assertion;
  }
}

/** A request with this `Idempotency-Key` has been carried out before. */
export class KeyIsUsed extends CommitConflict {
  constructor() {
    super(KEY_IS_NEW);
  }
}

/** D1 contains a message with this id. */
export class MessageIsStored extends CommitConflict {
  constructor() {
    super("fresh");
  }
}

/** The answer has ended, or another attempt writes it. */
export class AnswerHasEnded extends CommitConflict {
  constructor() {
    super("writing");
  }
}

/** The answer's thread or asker has changed since the read. */
export class ThreadIsClosed extends CommitConflict {
  constructor() {
    super("thread");
  }
}

/** A source of the answer may no longer be quoted. */
export class SourcesHaveChanged extends CommitConflict {
  constructor() {
    super("sources");
  }
}

/** The thread's scope would exceed its limit. */
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

/** The conflict of a failed assertion. Conflicts that callers distinguish have their own class. */
export function conflictOf(assertion: AssertionName): CommitConflict {
  const Conflict = CLASSES[assertion];
  return Conflict === undefined ? new CommitConflict(assertion) : new Conflict();
}
