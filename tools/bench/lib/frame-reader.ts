import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";

const TEXT = 1;
const CLOSE = 8;
const FINAL = 0x80;
const MASKED = 0x80;
const PONG = "pong";
/** A ping is due after this many bytes, because the service closes sockets without pongs. */
const PING_EVERY_BYTES = 16 * 1024;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * A minimal WebSocket client, so that the measurement reflects the server. It can stop reading, unlike other
 * clients. It supports only unfragmented, uncompressed frames.
 */
export class FrameReader {
  /** Called for each text except pongs. The bytes are valid only during the call. */
  onText: (text: Uint8Array) => void = () => {};
  /** Null while open; 1006 if the connection ends without a close frame. */
  closeCode: number | null = null;
  /** Resolves with the close code. */
  readonly closed: Promise<number>;
  readonly #socket: Socket;
  readonly #pings: boolean;
  #pending: Uint8Array = new Uint8Array();
  #isOpen = false;
  #unseen = 0;
  #pinged = false;
  readonly #opened = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<number>();

  private constructor(url: URL, headers: Readonly<Record<string, string>>, pings: boolean) {
    this.closed = this.#ended.promise;
    this.#pings = pings;
    this.#socket = connect({ host: url.hostname, port: Number(url.port) }).setNoDelay(true);
    this.#socket.on("data", (bytes: Uint8Array) => this.#take(bytes));
    this.#socket.on("error", (error) => this.#opened.reject(error));
    this.#socket.on("close", () => {
      this.#opened.reject(new Error("the connection was closed before it was a WebSocket"));
      this.#end(1006);
    });
    const upgrade = {
      Host: url.host,
      Upgrade: "websocket",
      Connection: "Upgrade",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": btoa(String.fromCharCode(...randomBytes(16))),
      ...headers,
    };
    const lines = Object.entries(upgrade).map(([name, value]) => `${name}: ${value}\r\n`);
    this.#socket.write(`GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join("")}\r\n`);
  }

  /** @param pings whether to send the pings that the service requires */
  static async open(url: URL, headers: Readonly<Record<string, string>>, pings = true): Promise<FrameReader> {
    const reader = new FrameReader(url, headers, pings);
    await reader.#opened.promise;
    return reader;
  }

  send(text: string): void {
    this.#write(TEXT, encoder.encode(text));
  }

  /** Starts the closing handshake. */
  close(code: number): void {
    this.#write(CLOSE, Uint8Array.of(code >> 8, code & 255));
  }

  /** Leaves further data in the system's buffers, which finally blocks the sender. */
  stopReading(): void {
    this.#socket.pause();
  }

  readOn(): void {
    this.#socket.resume();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #take(bytes: Uint8Array): void {
    const pending = this.#pending.length === 0 ? bytes : concat(this.#pending, bytes);
    const begun = this.#isOpen ? pending : this.#readHead(pending);
    this.#pending = this.#isOpen ? this.#readFrames(begun) : begun;
  }

  /** @returns the bytes after the upgrade response, or all bytes while it is incomplete */
  #readHead(bytes: Uint8Array): Uint8Array {
    const text = decoder.decode(bytes);
    const end = text.indexOf("\r\n\r\n");
    if (end < 0) return bytes;
    const [status = ""] = text.split("\r\n", 1);
    if (!status.includes(" 101 ")) this.#opened.reject(new Error(`no WebSocket: ${status}`));
    this.#isOpen = true;
    this.#opened.resolve();
    return bytes.subarray(end + 4);
  }

  /** @returns the bytes of an incomplete frame */
  #readFrames(bytes: Uint8Array): Uint8Array {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let at = 0;
    while (bytes.length - at >= 2) {
      const short = view.getUint8(at + 1) & 127;
      const head = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (bytes.length - at < head) break;
      const size =
        short < 126 ? short : short === 126 ? view.getUint16(at + 2) : Number(view.getBigUint64(at + 2));
      if (bytes.length - at < head + size) break;
      this.#read(view.getUint8(at) & 15, bytes.subarray(at + head, at + head + size));
      at += head + size;
    }
    return bytes.subarray(at);
  }

  #read(kind: number, payload: Uint8Array): void {
    // A close frame without a code counts as 1005.
    if (kind === CLOSE) this.#end(((payload[0] ?? 3) << 8) | (payload[1] ?? 0xed));
    if (kind !== TEXT) return;
    if (payload.length === PONG.length && decoder.decode(payload) === PONG) {
      this.#pinged = false;
      return;
    }
    this.#unseen += payload.length;
    if (this.#pings && this.#unseen >= PING_EVERY_BYTES && !this.#pinged) {
      this.#pinged = true;
      this.#unseen = 0;
      this.send("ping");
    }
    this.onText(payload);
  }

  #write(kind: number, payload: Uint8Array): void {
    this.#socket.write(concat(headOf(kind, payload.length), payload));
  }

  #end(code: number): void {
    this.closeCode ??= code;
    this.#ended.resolve(this.closeCode);
  }
}

/** The header of a client frame. The mask of zeros leaves the payload unchanged. */
function headOf(kind: number, size: number): Uint8Array {
  const short = size < 126 ? size : size < 65_536 ? 126 : 127;
  const length = short < 126 ? 0 : short === 126 ? 2 : 8;
  const head = new DataView(new ArrayBuffer(2 + length + 4));
  head.setUint8(0, FINAL | kind);
  head.setUint8(1, MASKED | short);
  if (short === 126) head.setUint16(2, size);
  if (short === 127) head.setBigUint64(2, BigInt(size));
  return new Uint8Array(head.buffer);
}

function concat(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
