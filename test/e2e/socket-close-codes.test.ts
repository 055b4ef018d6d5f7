/**
 * Idle listeners receive the reason when their socket closes, and the client library reconnects after a
 * merge.
 */
import { beforeAll, expect, test } from "vitest";
import { createClient } from "../../client/src/index.ts";
import { idFromBytes } from "../../src/domain/ids.ts";
import { type RemoteUser, share, signUp, startThread } from "../support/http/remote-user.ts";
import { createClientFixture } from "../support/fixtures/client-fixture.ts";
import { ReceivedFrames } from "../support/http/received-frames.ts";
import { sharedService } from "../support/setup/shared-service.ts";

/** Far below the interval of the room's own checks, and above the delay of a busy machine. */
const AT_ONCE_MS = 10_000;

const service = sharedService();
let ada: RemoteUser;
let sharedId: string;

beforeAll(async () => {
  ({ ada, sharedId } = await createClientFixture(service));
});

interface Listening {
  /** The first frame and its arrival time (milliseconds since 1970). */
  readonly told: Promise<{ readonly frame: any; readonly at: number }>;
  readonly closed: Promise<number>;
}

/** A socket that sends nothing, not even pings. */
async function listenOnly(threadId: string, token: string, query = ""): Promise<Listening> {
  const url = new URL(`/v1/threads/${threadId}/events${query}`, service.url.replace(/^http/, "ws"));
  const socket = new WebSocket(url.href, token === "" ? [] : ["knowledge.v1", `bearer.${token}`]);
  const told = new Promise<Awaited<Listening["told"]>>((resolve) =>
    socket.addEventListener(
      "message",
      ({ data }) => resolve({ frame: JSON.parse(String(data)), at: Date.now() }),
      { once: true },
    ),
  );
  const closed = new Promise<number>((resolve) =>
    socket.addEventListener("close", ({ code }) => resolve(code)),
  );
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  return { told, closed };
}

const last = (code: string, closeCode: number) => ({
  error: { code, message: expect.any(String), messageId: "", closeCode },
});

async function endRights(user: RemoteUser): Promise<void> {
  const body = { collectionId: sharedId, userId: user.workspace.userId, actions: [] };
  await ada.api.request("POST", "/v1/modify-collection-permissions", { body });
}

test("an idle socket closes when its token expires: unauthenticated, 4401", async () => {
  const threadId = await startThread(ada, sharedId);
  const token = await service.token(ada.email, { expiresInSeconds: 3 });
  const { exp } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as {
    exp: number;
  };
  const { told, closed } = await listenOnly(threadId, token);
  const { frame, at } = await told;
  expect(frame).toEqual(last("unauthenticated", 4401));
  expect(at - exp * 1_000).toBeLessThan(AT_ONCE_MS);
  expect(await closed).toBe(4401);
});

test("an idle socket closes when its rights are revoked or its guest link ends: permission_denied, 4403", async () => {
  const threadId = await startThread(ada, sharedId);
  const cy = await signUp(service, "listening-cy");
  await share(ada, sharedId, cy, ["read"]);
  const body = { threadId, messageId: null, shareMethod: "link" as const, shareTo: [] };
  const { data } = await ada.api.request("POST", "/v1/threads/{threadID}/share", {
    params: { threadID: threadId },
    body,
  });
  const his = await listenOnly(threadId, cy.api.token);
  const guest = await listenOnly(threadId, "", `?publicAccessToken=${data.publicToken}`);
  const before = Date.now();
  await endRights(cy);
  const { frame, at } = await his.told;
  expect([frame, at - before < AT_ONCE_MS]).toEqual([last("permission_denied", 4403), true]);
  const ending = Date.now();
  await ada.api.call("DELETE", `/v1/threads/${threadId}/share/${idFromBytes("token", data.tokenId)}`);
  const heard = await guest.told;
  expect([heard.frame, heard.at - ending < AT_ONCE_MS]).toEqual([last("permission_denied", 4403), true]);
  expect(await Promise.all([his.closed, guest.closed])).toEqual([4403, 4403]);
});

test("an idle socket closes when its account is merged: 4412, and the client library continues as the other account", async () => {
  const threadId = await startThread(ada, sharedId);
  const [kept, old] = [await signUp(service, "listening-kept"), await signUp(service, "listening-old")];
  for (const each of [kept, old]) await share(ada, sharedId, each, ["chat"]);
  const raw = await listenOnly(threadId, old.api.token);
  const connection = createClient({ origin: service.url, token: old.api.token }).openThread(threadId, {
    since: 0,
  });
  await connection.opened;
  const heard = new ReceivedFrames(connection);
  const body = { newUserID: kept.workspace.userId, oldUserId: old.workspace.userId, reason: "One person." };
  const before = Date.now();
  await kept.api.request("PUT", "/v1/users/merge", {
    body,
    headers: { "x-merge-authorization": `Bearer ${old.api.token}` },
  });
  const { frame, at } = await raw.told;
  expect([frame, at - before < AT_ONCE_MS, await raw.closed]).toEqual([
    last("unavailable", 4412),
    true,
    4412,
  ]);
  expect(frame.error.message).toBe("Your account was merged into another one. Open a new socket.");
  const said = await connection.send({ textV1: { parts: ["Still here."] } });
  const frames = await heard.until(({ length }) => length >= 1);
  expect({
    frames: frames.map(({ textV1 }) => textV1?.parts),
    seq: said.seq,
    state: connection.state,
  }).toEqual({
    frames: [["Still here."]],
    seq: 1,
    state: "open",
  });
  connection.close();
});
