import { expect, test } from "vitest";
import * as z from "zod";
import { exportedMessage } from "../../../src/domain/export-format.ts";
import { newId } from "../../../src/domain/ids.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { purgeNow, tombstone } from "../../support/http/tombstone.ts";
import { testEnv } from "../../support/setup/env.ts";
import { addWaitingAsset, sendTranscript } from "../../support/http/processor-update.ts";
import { createExported, exportPath, readExport } from "../../support/http/exports.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";

/** Stores an answer as verified output of a model. */
async function prove(threadId: string, said: string) {
  const answer = "SELECT id FROM messages WHERE thread_id = ?1 AND in_reply_to IS NOT NULL";
  const passedOver = JSON.stringify([{ model: "large", reason: "slow" }]);
  await testEnv.DB.batch([
    testEnv.DB.prepare(
      `UPDATE messages SET model = 'small', input_tokens = 70, output_tokens = 9, dropped_sentences = 2, passed_over = ?2, content = ?3
        WHERE id IN (${answer})`,
    ).bind(threadId, passedOver, `${said} [1]`),
    testEnv.DB.prepare("UPDATE citations SET said = ?2, support = 'unverified' WHERE thread_id = ?1").bind(
      threadId,
      said,
    ),
  ]);
}

test("an exported answer includes the support of its quotes, its removed sentences, its asker, and its readable scope", async () => {
  const { ada, folder, assetId, threadId } = await createExported();
  const gone = await addReadyAsset(ada, folder, "Soon gone.");
  const eve = await signUp("eve");
  await prove(threadId, "One finds the lamp in the seventh shed.");
  const [question] = (await readExport(ada, exportPath(ada.organizationId))).lines(
    `threads/${threadId}.jsonl`,
  );
  const again = await call("askAgain", {
    token: ada.token,
    params: { threadID: threadId, messageID: question.id },
    body: {},
  });
  expect(again.status).toBe(200);
  // Rows that were stored before the service recorded support have an empty value.
  await testEnv.DB.prepare("UPDATE citations SET support = '' WHERE thread_id = ? AND said = ''")
    .bind(threadId)
    .run();
  await tombstone(ada, "asset", [gone]);
  const scope = [
    ["mention", "asset", 0, assetId],
    ["mention", "asset", 1, gone],
    ["only", "collection", 0, folder],
    ["only", "collection", 0, eve.personalId],
  ];
  await testEnv.DB.batch(
    scope.map((row) =>
      testEnv.DB.prepare(
        `INSERT INTO answer_scope (answer_id, thread_id, role, kind, grouping, target_id)
          SELECT id, thread_id, ?2, ?3, ?4, ?5 FROM messages WHERE thread_id = ?1 AND model = 'small'`,
      ).bind(threadId, ...row),
    ),
  );
  const messages = z
    .array(exportedMessage)
    .parse((await readExport(ada, exportPath(ada.organizationId))).lines(`threads/${threadId}.jsonl`));
  const old = messages.find(({ model }) => model === "small")!;
  expect(old).toMatchObject({
    inputTokens: 70,
    outputTokens: 9,
    droppedSentences: 2,
    passedOver: [{ model: "large", reason: "slow" }],
    askedBy: null,
    knowledge: [
      { role: "mention", kind: "asset", grouping: 0, id: assetId },
      { role: "only", kind: "collection", grouping: 0, id: folder },
    ],
  });
  expect(old.citations).toEqual([
    expect.objectContaining({ said: "One finds the lamp in the seventh shed.", support: "unverified" }),
  ]);
  const shown = messages.find(({ inReplyTo, position }) => inReplyTo !== null && position > 0)!;
  expect({
    askedBy: shown.askedBy,
    droppedSentences: shown.droppedSentences,
    sentences: shown.sentences,
    passedOver: shown.passedOver,
    knowledge: shown.knowledge,
  }).toEqual({
    askedBy: ada.userId,
    droppedSentences: 0,
    sentences: [expect.objectContaining({ start: 0, support: "quoted", ordinals: [1] })],
    passedOver: [],
    knowledge: [],
  });
  expect(shown.citations).toEqual([expect.objectContaining({ said: "", support: "quoted" })]);
});

/** Creates an answer whose first sentence cites two documents and whose second sentence cites one of them. */
async function createProvenByTwo() {
  const { ada, folder, assetId, threadId } = await createExported();
  const kept = await addReadyAsset(ada, folder, "The lantern of shed seven is of brass.", {
    name: "inventory.txt",
  });
  await prove(threadId, "One finds the lamp in the seventh shed.\nIt is made of brass.");
  const stored = (await testEnv.DB.prepare("SELECT * FROM citations WHERE thread_id = ?")
    .bind(threadId)
    .first<Record<string, unknown>>())!;
  const changes = { id: newId("cite"), ordinal: 2, asset_id: kept, quote: "of brass" };
  const second = { ...stored, ...changes, said: "One finds the lamp in the seventh shed.\nBrass it is." };
  const columns = Object.keys(second).map((name) => `"${name}"`);
  await testEnv.DB.prepare(
    `INSERT INTO citations (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
  )
    .bind(...Object.values(second))
    .run();
  return { ada, kept, assetId, threadId };
}

test("an export omits a sentence that cites two documents once one of them is deleted", async () => {
  const { ada, kept, assetId, threadId } = await createProvenByTwo();
  await tombstone(ada, "asset", [assetId]);
  const archive = await readExport(ada, exportPath(ada.organizationId));
  const [, answer] = archive.lines(`threads/${threadId}.jsonl`);
  expect(answer.citations).toEqual([
    expect.objectContaining({ assetId: kept, said: "[deleted]\nBrass it is." }),
  ]);
  const told = Object.keys(archive.files).filter((name) => archive.text(name).includes("seventh shed"));
  expect(told).toEqual([]);
});

test("a sentence that cites two documents is removed from all stores once one of them is purged", async () => {
  const { ada, kept, assetId, threadId } = await createProvenByTwo();
  await tombstone(ada, "asset", [assetId]);
  await purgeNow(assetId);
  const rowsOf = async (sql: string) => (await testEnv.DB.prepare(sql).bind(threadId).all()).results;
  const citations = await rowsOf(
    "SELECT asset_id AS assetId, said, quote FROM citations WHERE thread_id = ? AND quote <> '' ORDER BY ordinal",
  );
  expect(citations).toEqual([
    { assetId: kept, said: expect.stringContaining("Brass it is."), quote: "of brass" },
  ]);
  const [messages, all] = [
    await rowsOf("SELECT * FROM messages WHERE thread_id = ?"),
    await rowsOf("SELECT * FROM citations WHERE thread_id = ?"),
  ];
  expect(JSON.stringify([messages, all])).not.toContain("seventh shed");
});

test("an export includes an asset's further artifacts as served, whatever their source, and its page's refresh interval", async () => {
  const { ada, assetId } = await createExported();
  const spoken = await addWaitingAsset(ada, "talk.mp3");
  await sendTranscript(spoken, "Good evening, dear weavers.");
  await testEnv.DB.prepare("UPDATE assets SET refresh_every = 7200 WHERE id = ?").bind(assetId).run();
  const archive = await readExport(ada, exportPath(ada.organizationId));
  const [written, heard] = archive.lines("assets.jsonl");
  expect({
    writtenId: written.id,
    writtenRefreshEvery: written.refreshEvery,
    heardId: heard.id,
    heardRefreshEvery: heard.refreshEvery,
  }).toEqual({ writtenId: assetId, writtenRefreshEvery: 7_200, heardId: spoken, heardRefreshEvery: 0 });
  const tokens: unknown = expect.any(Number);
  expect([...written.artifacts, ...heard.artifacts]).toEqual([
    { kind: "html", file: `artifacts/${assetId}/html.html`, tokens },
    { kind: "markdown", file: `artifacts/${assetId}/markdown.md`, tokens },
    { kind: "transcription", file: `artifacts/${spoken}/transcription.txt`, tokens },
  ]);
  expect(archive.manifest.counts.artifacts).toBe(3);
  for (const { id, artifacts } of [written, heard]) {
    for (const { kind, file } of artifacts) {
      const served = await rawCall("GET", `/v1/assets/${id}/artifacts/${kind}`, { token: ada.token });
      expect({ status: served.status, served: await served.text() }).toEqual({
        status: 200,
        served: archive.text(file),
      });
    }
  }
  expect(archive.text(heard.artifacts[0].file)).toBe("Good evening, dear weavers.");
});

test("an artifact of a processor counts with the largest permitted size", async () => {
  const ada = await signUp();
  const [first, second] = [
    await addReadyAsset(ada, ada.personalId, "A book."),
    await addWaitingAsset(ada, "talk.mp3"),
  ];
  await sendTranscript(second);
  const nextAt = async (size: number): Promise<unknown> => {
    await testEnv.DB.prepare("UPDATE assets SET file_size = ? WHERE id = ?").bind(size, second).run();
    return (await readExport(ada, exportPath(ada.organizationId))).manifest.next;
  };
  expect([await nextAt(380_000_000), await nextAt(395_000_000)]).toEqual([null, first]);
});

test("an empty artifact is an empty file in an export", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, "A book.");
  await testEnv.DB.prepare(
    "UPDATE assets SET artifacts = json_set(artifacts, '$.markdown.range.offset', 0, '$.markdown.range.length', 0) WHERE id = ?",
  )
    .bind(assetId)
    .run();
  expect(
    (await readExport(ada, exportPath(ada.organizationId))).text(`artifacts/${assetId}/markdown.md`),
  ).toBe("");
});
