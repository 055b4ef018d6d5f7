import { createAnswerers } from "../answering/create-answerers.ts";
import type { NotesJob } from "../answering/notes-job.ts";
import { organizationModels } from "../answering/organization-models.ts";
import { guestAuthors } from "../auth/guest-author.ts";
import { configOf } from "../config.ts";
import type { Id } from "../domain/ids.ts";
import { quotasOf } from "../domain/quota.ts";
import type { Env } from "../env.ts";
import { platformOf } from "../platform.ts";
import type { Database } from "../storage/d1/core/database.ts";
import { withKey } from "../storage/d1/users/api-keys.ts";
import { AlarmScheduler } from "./alarms.ts";
import type { AcceptInput, AcceptResult, RoomKey } from "./api.ts";
import { AccessGuard } from "./connections/access-guard.ts";
import { RevokedLinks } from "./connections/revoked-links.ts";
import { RoomSockets } from "./connections/room-sockets.ts";
import { DraftSender } from "./drafts/draft-sender.ts";
import { MessageIntake } from "./intake/message-intake.ts";
import { SocketMessages } from "./intake/socket-messages.ts";
import { EventLog } from "./log/event-log.ts";
import { Invalidations } from "./log/invalidations.ts";
import { ProgressNotifier } from "./log/progress-notifier.ts";
import { publisher } from "./log/publisher.ts";
import { Replays } from "./log/replays.ts";
import { ResyncNotifier } from "./log/resync-notifier.ts";
import { SentProgress } from "./log/sent-progress.ts";
import { SummaryNotifier } from "./log/summary-notifier.ts";
import { SupersededAnswers } from "./log/superseded-answers.ts";
import { PresenceFrames } from "./presence/presence-frames.ts";
import { Presence } from "./presence/presence.ts";
import { AcceptWaiters } from "./queue/accept-waiters.ts";
import { TurnNotes } from "./queue/turn-notes.ts";
import { type Turn, TurnStore } from "./queue/turn-store.ts";
import { createRoomSchema } from "./schema.ts";
import { AnswerWaiters } from "./turns/answer-waiters.ts";
import type { IndexOf, ReaderOf } from "./turns/draft-inline.ts";
import { withQueryTimeout } from "./turns/query-timeout.ts";
import { assetStarter } from "./turns/start-assets.ts";
import { type ModelsOf, TurnRunner } from "./turns/turn-runner.ts";
import { TurnWriter } from "./turns/turn-writer.ts";

const SHARD = 0;

/** Methods of the room that its parts call. */
interface RoomCalls {
  readonly answerNext: () => void;
  readonly watchPresence: () => void;
}

export type RoomParts = ReturnType<typeof createRoomParts>;

/** Creates the schema of the room's SQLite and the objects that share it. */
export function createRoomParts(ctx: DurableObjectState, env: Env, { answerNext, watchPresence }: RoomCalls) {
  const core = createCore(ctx, env);
  const { platform, transaction, now, database, turns, alarms, sockets, guard } = core;
  const { waiters, storeAll, ...answering } = createAnswering(ctx, env, core);
  const intake = new MessageIntake({ turns, waiters, alarms, transaction, now, storeAll, answerNext });
  const presence = new Presence({
    sockets,
    frames: new PresenceFrames(core.authorOf),
    ensure: () => guard.ensure(),
    watch: watchPresence,
    now,
  });
  const socketMessages = new SocketMessages({
    presence,
    sockets,
    database,
    now,
    ensure: () => core.guard.ensure(),
    accept: (input: AcceptInput): Promise<AcceptResult> => intake.accept(input),
    hasSpace: platform.hasSpace,
    limiter: platform.limits.message,
    models: platform.languageModels().map(({ id }) => id),
  });
  return { ...core, ...answering, intake, presence, socketMessages, ...createNotifiers(ctx, core) };
}

type Core = ReturnType<typeof createCore>;

/** The stores, the sockets and the guard, on which all other parts depend. */
function createCore(ctx: DurableObjectState, env: Env) {
  const { storage } = ctx;
  const transaction = <T>(change: () => T): T => storage.transactionSync(change);
  createRoomSchema(storage.sql, transaction);
  ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
  const threadId = ctx.id.name ?? "";
  const platform = platformOf(env);
  const now = (): number => Date.now();
  const database = (key: RoomKey | null = null): Database =>
    withKey(withQueryTimeout(platform.database()), key);
  const turns = new TurnStore(storage.sql);
  const log = new EventLog(storage.sql);
  const alarms = new AlarmScheduler(
    storage.sql,
    (at) => (at === null ? storage.deleteAlarm() : storage.setAlarm(at)),
    now,
  );
  const hidden = new SupersededAnswers(storage.sql);
  const authorOf = guestAuthors(configOf(env).linkSecret, threadId);
  const sockets = new RoomSockets(ctx, { authorOf, isHidden: (id: string) => hidden.has(id) });
  const guard = new AccessGuard({ threadId, sockets, database, now });
  const revokedLinks = new RevokedLinks(storage.sql);
  const publish = publisher({ guard, log, connections: sockets, transaction, now });
  return {
    threadId,
    platform,
    transaction,
    now,
    database,
    turns,
    log,
    alarms,
    hidden,
    authorOf,
    sockets,
    guard,
    revokedLinks,
    publish,
  };
}

/** The parts that store turns and write answers. */
function createAnswering(ctx: DurableObjectState, env: Env, core: Core) {
  const { platform, transaction, now, database, turns, hidden, sockets, guard, publish } = core;
  const answerWaiters = new AnswerWaiters();
  const waiters = new AcceptWaiters();
  const indexOf: IndexOf = (organizationId) => {
    const index = platform.index(organizationId, SHARD);
    return {
      embedder: platform.embedders(organizationId).current,
      search: async (input) => await index.search(input),
      readLeadPassages: async (input) => await index.readLeadPassages(input),
    };
  };
  const readerOf: ReaderOf = (organizationId) => platform.reader(organizationId);
  const startAsset = async (assetId: Id<"asset">): Promise<void> =>
    platform.pipeline(assetId).start({ assetId });
  const defer = (work: Promise<unknown>): void => ctx.waitUntil(work);
  const startAssets = assetStarter({ database, startAsset, defer, now });
  const answerers = createAnswerers(platform.languageModels(), configOf(env).modelVerification);
  const modelsOf: ModelsOf = (db, whose) => {
    return organizationModels(
      db,
      { models: platform.languageModels(), secrets: configOf(env).modelKeySecrets },
      whose,
    );
  };
  const send = (frame: string, at: number): void => sockets.sendDraft(frame, at);
  const drafts = new DraftSender({ ensure: () => guard.ensure(), send, now });
  const shared = { turns, answerWaiters, publish, database, indexOf, readerOf, startAssets, answerers, now };
  const writer = new TurnWriter({
    ...shared,
    waiters,
    hidden,
    transaction,
    listeners: sockets,
    quotasOf: (organizationId: Id<"org">) => quotasOf(configOf(env).quotas, organizationId),
  });
  const storeAll = (): Promise<boolean> => writer.storeAll();
  const summaries = new SummaryNotifier({ threadId: core.threadId, publish, database, now });
  const notes = new TurnNotes(ctx.storage.sql);
  const notesJobOf = ({ seq }: Turn): NotesJob => ({
    find: (key) => notes.find(seq, key),
    store: (key, text) => notes.store(seq, key, text),
    onProgress: (progress) => defer(summaries.notify(progress, () => turns.has(seq))),
  });
  const runner = new TurnRunner({ ...shared, storeAll, modelsOf, drafts, notesJobOf, defer });
  return { answerWaiters, waiters, drafts, storeAll, runner, notes };
}

/** The parts that send missed events, resyncs and progress. */
function createNotifiers({ storage }: DurableObjectState, core: Core) {
  const { threadId, transaction, now, database, log, sockets, guard, publish } = core;
  const invalidations = new Invalidations(storage.sql);
  return {
    replays: new Replays({ threadId, log, database }),
    resync: new ResyncNotifier({
      threadId,
      guard,
      log,
      invalidations,
      connections: sockets,
      transaction,
      database,
      now,
    }),
    progress: new ProgressNotifier({ threadId, sent: new SentProgress(storage.sql), publish, database, now }),
  };
}
