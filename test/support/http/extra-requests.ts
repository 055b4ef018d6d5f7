import { createScheduledController } from "cloudflare:test";
import { newId } from "../../../src/domain/ids.ts";
import worker from "../../../src/index.ts";
import { addReadyAsset, finishProcessing, upload } from "./assets.ts";
import { testEnv } from "../setup/env.ts";
import { exportPath } from "./exports.ts";
import { runAllJobs } from "./tombstone.ts";
import { secondOrganizationOf, fetchArchive } from "./imports.ts";
import { call } from "./call.ts";
import { claim, invite, modifyPermissions, revoke, unverified } from "./invite.ts";
import { assets, changesOf, collections, sendChange } from "../rows/knowledge-change.ts";
import { merge } from "./merge.ts";
import { get, ok, type SendRequests } from "./raw-route-requests.ts";
import { signUp, syncBody, tokenFor } from "./person.ts";
import { finishAudio, receivedChanges, receivedEnd, waitingAudio } from "./progress.ts";
import { makeLink, openEvents, sendMessage, startThread } from "./threads.ts";
import { createCollection, share } from "./create-collection.ts";

const SORTED = ["displayName", "-createdAt", "modifiedAt", "filesize", "-contentType"];

/** Requests through code paths that an operation's one success case does not take. */
export const EXTRA_REQUESTS: Readonly<Record<string, SendRequests>> = {
  "a cron run with work": async ({ owner, folderId }) => {
    const waiting = await upload(owner, folderId, "Some text.");
    const order = testEnv.DB.prepare("INSERT INTO outbox (id, kind, target_id, due_at) VALUES (?, ?, ?, 0)");
    await testEnv.DB.batch([
      order.bind(newId("event"), "index_collections", waiting),
      order.bind(newId("event"), "process_asset", "nonsense"),
      order.bind(newId("event"), "link_ended", "nonsense"),
    ]);
    await testEnv.DB.prepare("UPDATE assets SET lifecycle_state = 'processing', modified_at = 0 WHERE id = ?")
      .bind(waiting)
      .run();
    await worker.scheduled?.(
      createScheduledController({ scheduledTime: new Date(), cron: "* * * * *" }),
      testEnv,
    );
  },
  "an import, of an archive and of none": async ({ owner }) => {
    const archive = await fetchArchive(owner, exportPath(owner.organizationId));
    for (const bytes of [archive, archive.slice(1)]) {
      await ok(
        call("POST", "/v1/import", { token: owner.token, body: await secondOrganizationOf(owner, bytes) }),
      );
      await runAllJobs();
    }
  },
  "pages of assets behind the first": async ({ owner, folderId }) => {
    for (const sort of ["displayName", "-filesize"])
      await call("GET", `/v1/collection/${folderId}/assets?offset=60&sort=${sort}`, { token: owner.token });
  },
  "searches with filters": async ({ owner, folderId, assetId }) => {
    const filter = { contentTypes: ["text/plain"], modifiedFrom: "2020-01-01T00:00:00Z" };
    const scope = { collectionIds: [folderId], assetIds: [assetId] };
    for (const more of [filter, { ...filter, ...scope }, { modifiedTo: "2120-01-01T00:00:00Z", ...scope }])
      await ok(call("POST", "/v1/search", { token: owner.token, body: { query: "zephyr", ...more } }));
  },
  "messages of each kind": async ({ owner, threadId }) => {
    await sendMessage(owner, threadId, "Who wrote the zephyr ledger?", { recipients: [owner.userId] });
    await sendMessage(owner, threadId, "Zebras play no part in quarterly dividends of Andorra, do they?");
    await sendMessage(owner, threadId, "A remark.", { messageKind: "textV1" });
    const rename = {
      messageContent: "Another name",
      messageKind: "renameThreadV1",
      recipients: [],
      threadId,
    };
    await call("POST", `/v1/threads/${threadId}/messages`, { token: owner.token, body: rename });
  },
  "questions that name what they are about": async ({ owner, folderId, assetId, threadId }) => {
    const member = await openEvents(threadId, {}, { authorization: `Bearer ${owner.token}` });
    const prompt = "Who wrote the brass lantern's ledger?";
    const scope = {
      assetIDs: [assetId],
      collectionIDs: [folderId],
      mentions: { assets: [[assetId]], collections: [[folderId]] },
    };
    const knowledge = { assetContext: { added: [assetId] }, organizationContext: { removed: [folderId] } };
    const campaign = { messageId: newId("msg"), transformationId: newId("inter"), prompt, scope };
    member.socket.send(JSON.stringify({ promptV2: { messageId: newId("msg"), prompt, scope } }));
    member.socket.send(JSON.stringify({ promptV1: { messageId: newId("msg"), prompt, knowledge } }));
    for (const promptCampaignV2 of [campaign, { ...campaign, transformationId: newId("inter") }]) {
      member.socket.send(JSON.stringify({ promptCampaignV2 }));
    }
    await member.until((frames) => frames.filter((frame) => frame.textV1?.isDone === true).length === 4);
    member.socket.send(JSON.stringify({ promptCampaignV2: campaign }));
    member.socket.send(JSON.stringify({ textV1: { messageId: newId("msg"), parts: ["Thank you."] } }));
    await member.until((frames) => frames.some((frame) => frame.textV1?.parts[0] === "Thank you."));
    member.socket.close();
    await get(owner, `/v1/threads/${threadId}`);
  },
  "changes of what a thread knows, and progress of what waited": async ({ owner, folderId, threadId }) => {
    const member = await openEvents(threadId, {}, { authorization: `Bearer ${owner.token}` });
    const waiting = await createCollection(owner, folderId, "Waiting");
    const [direct, below] = [await waitingAudio(owner, folderId), await waitingAudio(owner, waiting)];
    const messageId = newId("msg");
    for (let time = 0; time < 2; time += 1)
      sendChange(member, { ...assets([direct]), ...collections([waiting]), world: true }, messageId);
    await receivedChanges(member, 2);
    await Promise.all([direct, below].map(finishProcessing));
    await finishAudio(direct);
    await receivedEnd(member, direct);
    sendChange(member, { ...assets([], [direct]), ...collections([], [waiting]) });
    await member.until((frames) =>
      changesOf(frames).some(({ knowledge }) => knowledge.assetContext.removed.length > 0),
    );
    member.socket.close();
  },
  "a guest, and a user who is one": async ({ owner, stranger, threadId }) => {
    const { publicToken } = await makeLink(owner, threadId);
    const path = `/v1/threads/${threadId}?publicAccessToken=${publicToken}`;
    await ok(call("GET", path));
    await get(stranger, path);
  },
  "sign-ins": async ({ owner }) => {
    const { email, verify } = await unverified();
    await ok(
      call("POST", "/v1/users/self/auth-sync", {
        token: owner.token,
        body: syncBody(owner.email, { displayName: "Another" }),
      }),
    );
    const second = await tokenFor(owner.email, { sub: newId("req") });
    await ok(call("POST", "/v1/users/self/auth-sync", { token: second, body: syncBody(owner.email) }));
    await invite(owner, [owner.personalId], [email], ["read"]);
    await ok(call("POST", "/v1/users/self/auth-sync", { token: await verify(), body: syncBody(email) }));
  },
  "keys and revisions": async ({ owner, folderId }) => {
    const options = {
      token: owner.token,
      body: { label: "Once" },
      headers: { "idempotency-key": newId("req") },
    };
    await ok(call("POST", `/v1/collection/${folderId}`, options));
    await ok(call("POST", `/v1/collection/${folderId}`, options));
    await call("POST", `/v1/collection/${folderId}`, { ...options, body: { label: "Other" } });
    const { etag } = (await get(owner, `/v1/collections/${folderId}`)).data;
    await get(owner, `/v1/collections/${folderId}`, { headers: { "if-none-match": '"other"' } });
    const body = { collectionId: folderId, label: "Zephyr folder, again" };
    await ok(
      call("POST", `/v1/collection/${folderId}/attributes`, {
        token: owner.token,
        body,
        headers: { "if-match": `"${etag}"` },
      }),
    );
  },
  "invitations by their public token": async ({ owner, folderId }) => {
    const known = await signUp("known");
    await share(owner, folderId, known, ["read"]);
    const { email, token, verify } = await unverified();
    const first = await invite(owner, [folderId], [email, known.email], ["read", "chat"]);
    await revoke(owner.token, first.publicToken);
    const second = await invite(owner, [folderId], [email], ["read"]);
    await claim(token, second.publicToken);
    await ok(claim(await verify(), second.publicToken));
    await ok(modifyPermissions(owner, folderId, known.userId, []));
  },
  "a merge by the user themselves": async () => {
    const [kept, old] = [await signUp("kept"), await signUp("old")];
    await ok(
      merge(kept, old, { token: kept.token, headers: { "x-merge-authorization": `Bearer ${old.token}` } }),
    );
  },
  "listings in every order": async ({ owner, folderId }) => {
    for (const sort of ["", ...SORTED]) {
      for (const descendants of ["true", "false"]) {
        await get(owner, `/v1/collection/${folderId}/assets?sort=${sort}&includeDescendants=${descendants}`);
      }
      await get(owner, `/v1/navigate/recent/assets?page=1&sort=${sort}`);
    }
    for (const sort of ["", "label", "-createdAt", "modifiedAt,-label"]) {
      await get(owner, `/v1/collection/${folderId}/threads?sort=${sort}`);
      await get(owner, `/v1/navigate/recent/threads?sort=${sort}`);
    }
    const filters = [
      "",
      `actorId=${owner.userId}`,
      `targetId=${folderId}`,
      "operation=createAsset",
      "from=2026-01-01T00:00:00Z&to=2126-01-01T00:00:00Z",
    ];
    for (const filter of filters)
      await get(owner, `/v1/organizations/${owner.organizationId}/events?sort=at&${filter}`);
    for (const sort of ["sortableName", "-email", "accessType", "tokenIssuedAt"]) {
      await get(owner, `/v1/collection-access/${folderId}?sort=${sort}`);
    }
  },
  "a search of everything": async ({ owner }) => {
    const filters = {
      filterByContentType: ["text/plain"],
      lifecycleStates: ["ready"],
      pagination: { Sort: ["displayName"] },
    };
    await ok(
      call("POST", "/v1/assets/search", { token: owner.token, body: { matchName: "le", ...filters } }),
    );
    await ok(call("POST", "/v1/search", { token: owner.token, body: { query: "brass lantern" } }));
  },
  "an asset whose processing fails, and one in two collections": async ({ owner, folderId, threadId }) => {
    await addReadyAsset(owner, folderId, "%PDF-1.7 and nothing more", {
      name: "broken.pdf",
      contentType: "application/pdf",
    });
    const assetId = await addReadyAsset(owner, folderId, "Marmalade is made of oranges.");
    const other = await createCollection(owner, owner.personalId, "Other");
    const link = { collectionId: other, assetIds: [assetId], flags: ["a"] };
    await ok(call("POST", `/v1/collections/${other}/assets`, { token: owner.token, body: link }));
    const inScope = await startThread(owner, other, { assetIds: [assetId], collectionIds: [folderId] });
    await sendMessage(owner, inScope, "What is marmalade made of?");
    await get(owner, `/v1/threads/${threadId}`);
  },
};
