import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CloseFrameDetector } from "../../scripts/lib/close-frame-detector.ts";
import { upgradeConnection } from "../../scripts/lib/upgrade-connection.ts";
import { createHash } from "node:crypto";

const CLOSE_4403 = Buffer.from([0x88, 2, 0x11, 0x33]);

describe("a close frame is detected", () => {
  const text = (length: number): Buffer => {
    const header =
      length < 126
        ? [0x81, length]
        : length < 65_536
          ? [0x81, 126, length >> 8, length & 255]
          : [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0];
    return Buffer.concat([Buffer.from(header), Buffer.alloc(length, CLOSE_4403)]);
  };
  const masked = Buffer.from([0x88, 0x82, 1, 2, 3, 4, 0x10, 0x31]);

  test.each([
    ["alone", CLOSE_4403],
    ["masked", masked],
    ["behind a short frame", Buffer.concat([text(5), CLOSE_4403])],
    ["behind one of 300 bytes that look like it", Buffer.concat([text(300), CLOSE_4403])],
    ["behind one of 65,536", Buffer.concat([text(65_536), masked])],
    ["without a payload", Buffer.from([0x88, 0])],
  ])("the detector finds %s, whole or byte by byte, and not before its end", (_, bytes) => {
    expect(new CloseFrameDetector().read(bytes)).toBe(true);
    expect(new CloseFrameDetector().read(bytes.subarray(0, -1))).toBe(false);
    const watch = new CloseFrameDetector();
    expect([...bytes].map((byte) => watch.read(Uint8Array.of(byte))).indexOf(true)).toBe(bytes.length - 1);
  });
});

describe("when both ends have sent a close frame", () => {
  let folder: string;
  let worker: Server;
  let door: Server;
  let accepted: PromiseWithResolvers<Duplex>;

  beforeEach(() => {
    accepted = Promise.withResolvers();
  });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "knowledge-door-"));
    const workerSocket = join(folder, "worker");
    worker = createServer().on("upgrade", (asked, socket) => {
      const key = createHash("sha1")
        .update(`${asked.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
        .digest("base64");
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: ${key}\r\n\r\n`,
      );
      accepted.resolve(socket);
    });
    door = createServer().on("upgrade", (asked, socket, head) =>
      upgradeConnection(asked, socket, head, { workerSocket, isProxy: () => false }),
    );
    await Promise.all([
      once(worker.listen(workerSocket), "listening"),
      once(door.listen(0, "127.0.0.1"), "listening"),
    ]);
  });
  afterAll(async () => {
    for (const server of [worker, door]) server.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function open() {
    const socket = new WebSocket(`ws://127.0.0.1:${(door.address() as AddressInfo).port}/`);
    const closed = new Promise<CloseEvent>((resolve) => socket.addEventListener("close", resolve));
    const inner = await accepted.promise;
    return { socket, closed, inner: inner.on("error", () => {}), gone: once(inner, "end") };
  }

  test("the connection ends, even if the runtime keeps it open", async () => {
    const { closed, inner, gone } = await open();
    inner.resume().write(CLOSE_4403);
    expect((await closed).code).toBe(4403);
    await gone;
  });

  test("the runtime's last frame arrives, whichever end closes first", async () => {
    const { socket, closed, inner } = await open();
    await new Promise((resolve) => socket.addEventListener("open", resolve));
    inner.on("data", () => inner.write(Buffer.from([0x88, 2, 3, 0xe8])));
    socket.close(1000);
    expect(await closed).toMatchObject({ code: 1000, wasClean: true });
  });
});
