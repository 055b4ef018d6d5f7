import { afterEach, describe, expect, test, vi } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { testEnv } from "../../support/setup/env.ts";
import { ask, bytes, type PromptMember, refused } from "../../support/http/prompts.ts";
import {
  addToScope,
  createDocument,
  createFolder,
  createUser,
  createWorkplace,
  type Folder,
  grant,
  history,
  listen,
  type Workplace,
} from "../../support/rows/workplace.ts";
import { countOf, storedMessages } from "../../support/rows/stored-messages.ts";

const TEXT = ["The harbour of Brackwater opened in 1871 after nine years of work."];
const QUESTION = "When did the harbour of Brackwater open?";
const MISSING = {
  code: "not_found",
  message: "There is no such asset or collection, or you may not read it.",
};

afterEach(() => {
  vi.restoreAllMocks();
});

type Kind = "asset" | "collection";

/**
 * Every list of a frame that may contain ids, with a function that builds a frame with one id in the list.
 */
const LISTS: readonly (readonly [string, PromptMember, Kind, (id: unknown) => Record<string, unknown>])[] = [
  ["the assets of a scope", "promptV2", "asset", (id) => ({ scope: { assetIDs: [id] } })],
  ["the collections of a scope", "promptV2", "collection", (id) => ({ scope: { collectionIDs: [id] } })],
  ["the mentioned assets", "promptV2", "asset", (id) => ({ scope: { mentions: { assets: [[id]] } } })],
  [
    "the mentioned collections",
    "promptV2",
    "collection",
    (id) => ({ scope: { mentions: { collections: [[id]] } } }),
  ],
  ["the added assets", "promptV1", "asset", (id) => ({ knowledge: { assetContext: { added: [id] } } })],
  [
    "the added collections",
    "promptV1",
    "collection",
    (id) => ({ knowledge: { organizationContext: { added: [id] } } }),
  ],
  ["the assets of a campaign's scope", "promptCampaignV2", "asset", (id) => ({ scope: { assetIDs: [id] } })],
  [
    "the added collections of a campaign",
    "promptCampaignV1",
    "collection",
    (id) => ({ knowledge: { organizationContext: { added: [id] } } }),
  ],
];
const REMOVALS: typeof LISTS = [
  ["the removed assets", "promptV1", "asset", (id) => ({ knowledge: { assetContext: { removed: [id] } } })],
  [
    "the removed collections",
    "promptV1",
    "collection",
    (id) => ({ knowledge: { organizationContext: { removed: [id] } } }),
  ],
];

/**
 * Creates a thread, a folder beside it, and a hidden folder. A colleague may chat in the thread, read the
 * folder, and not read the hidden folder.
 */
async function createPlace() {
  const place = await createWorkplace();
  const [open, hidden] = [await createFolder(place, place.root), await createFolder(place, place.root)];
  const colleague = await createUser(place.organizationId, place.tenantId);
  await grant(place.organizationId, colleague, place.home, "chat");
  await grant(place.organizationId, colleague, open, "read");
  return { place, open, hidden, colleague, listener: await listen(place, { userId: colleague }) };
}

async function targetIn(place: Workplace, folder: Folder, kind: Kind): Promise<string> {
  return kind === "asset"
    ? await createDocument(place, folder, TEXT)
    : (await createFolder(place, folder)).id;
}

describe.each([...LISTS, ...REMOVALS])("%s", (_, member, kind, naming) => {
  test("frame references reject unreadable ids like missing ids", async () => {
    const { place, hidden, colleague, listener } = await createPlace();
    const other = await createWorkplace();
    const gone = await targetIn(place, place.home, kind);
    const table = kind === "asset" ? "assets" : "collections";
    await testEnv.DB.prepare(`UPDATE ${table} SET lifecycle_state = 'deleted' WHERE id = ?`).bind(gone).run();
    const unreadable = [
      newId(kind === "asset" ? "asset" : "col"),
      await targetIn(place, hidden, kind),
      await targetIn(other, other.home, kind),
      gone,
    ];
    for (const id of unreadable) {
      for (const spelled of [id, bytes(id)])
        expect(await refused(listener, member, naming(spelled))).toEqual(MISSING);
    }
    expect(await storedMessages(place.threadId)).toEqual([]);
    expect(await countOf("SELECT count(*) AS n FROM answer_scope WHERE thread_id = ?", place.threadId)).toBe(
      0,
    );
    expect(await history(place)).toEqual([]);
    await testEnv.DB.prepare("UPDATE users SET lifecycle_state = 'suspended' WHERE id = ?")
      .bind(colleague)
      .run();
    expect(await refused(listener, member, naming(unreadable[1]))).toMatchObject({
      code: "permission_denied",
    });
  });

  test("frame references reject ids of another organization, with a specific error for its readers", async () => {
    const { place, colleague, listener } = await createPlace();
    const other = await createWorkplace();
    await grant(other.organizationId, colleague, other.home, "own");
    const code = "failed_precondition";
    expect(await refused(listener, member, naming(await targetIn(other, other.home, kind)))).toMatchObject({
      code,
    });
    expect(await storedMessages(place.threadId)).toEqual([]);
  });

  test("frame references accept only ids of their kind", async () => {
    const { listener } = await createPlace();
    for (const wrong of ["", "nonsense", [1, 2], newId("msg"), 7, null]) {
      expect(await refused(listener, member, naming(wrong))).toMatchObject({ code: "invalid_argument" });
    }
  });
});

describe.each(LISTS)("%s", (_, member, kind, naming) => {
  test("frame references need share outside the thread's scope, and only read inside", async () => {
    const { place, open, colleague, listener } = await createPlace();
    const outside = await targetIn(place, open, kind);
    expect(await refused(listener, member, naming(outside))).toMatchObject({ code: "permission_denied" });
    expect(await storedMessages(place.threadId)).toEqual([]);

    const inside = [await targetIn(place, place.home, kind)];
    const brought = await createFolder(place, open);
    await addToScope(place.threadId, "collection", brought.id);
    inside.push(
      await targetIn(place, brought, kind),
      kind === "collection" ? brought.id : await targetIn(place, brought, kind),
    );
    if (kind === "asset") await addToScope(place.threadId, kind, outside);
    for (const id of inside) await ask(listener, member, { prompt: QUESTION, ...naming(id) });
    if (kind === "asset") await ask(listener, member, { prompt: QUESTION, ...naming(outside) });

    await grant(place.organizationId, colleague, open, "share");
    await ask(listener, member, { prompt: QUESTION, ...naming(await targetIn(place, open, kind)) });
  });
});

test.each(REMOVALS)(
  "%s need no share, because an exclusion discloses nothing",
  async (_, member, kind, naming) => {
    const { place, open, listener } = await createPlace();
    const { event } = await ask(listener, member, {
      prompt: QUESTION,
      ...naming(await targetIn(place, open, kind)),
    });
    expect(event.prompt).toBe(QUESTION);
  },
);

test("one frame may contain at most 200 ids, and repetitions in a list count once", async () => {
  const { place, listener } = await createPlace();
  const asset = await targetIn(place, place.home, "asset");
  const ids = (count: number) => Array.from({ length: count }, () => newId("asset"));
  const tooMany: [PromptMember, object][] = [
    ["promptV2", { scope: { assetIDs: ids(201) } }],
    ["promptV2", { scope: { assetIDs: ids(100), mentions: { assets: [ids(50), ids(51)] } } }],
    ["promptV1", { knowledge: { assetContext: { added: ids(100), removed: ids(101) } } }],
  ];
  for (const [member, fields] of tooMany)
    expect(await refused(listener, member, { ...fields })).toMatchObject({ code: "invalid_argument" });
  expect(
    await refused(listener, "promptV2", { scope: { assetIDs: ids(150), mentions: { assets: [ids(50)] } } }),
  ).toEqual(MISSING);
  const { cited } = await ask(listener, "promptV2", {
    prompt: QUESTION,
    scope: { assetIDs: Array.from({ length: 201 }, () => asset) },
  });
  expect(cited).toEqual([asset]);
});

test("the batch that stores the message checks the ids", async () => {
  const { place, open, colleague, listener } = await createPlace();
  await grant(place.organizationId, colleague, open, "share");
  const asset = await targetIn(place, open, "asset");
  interceptBatches(async (_nth, forward, db, texts) => {
    const withdraw = db
      .prepare("DELETE FROM grants WHERE user_id = ? AND collection_id = ?")
      .bind(colleague, open.id);
    if (texts.some((text) => text.startsWith("INSERT INTO answer_scope"))) await withdraw.run();
    return forward();
  });
  expect(await refused(listener, "promptV2", { scope: { assetIDs: [asset] } })).toEqual(MISSING);
  expect(await storedMessages(place.threadId)).toEqual([]);
});
