/** So many signs of typing at once, and one a second from then on. */
const BURST = 10;
const EVERY_MS = 1_000;

/** How often each socket may say that its user types. */
export class TypingRate {
  readonly #sockets = new WeakMap<WebSocket, { left: number; at: number }>();

  tryTake(socket: WebSocket, now: number): boolean {
    const { left, at } = this.#sockets.get(socket) ?? { left: BURST, at: now };
    const available = Math.min(BURST, left + Math.max(0, now - at) / EVERY_MS);
    this.#sockets.set(socket, { left: available < 1 ? available : available - 1, at: now });
    return available >= 1;
  }
}
