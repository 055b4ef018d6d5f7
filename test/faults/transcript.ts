import { loggedFrame, type LoggedFrame } from "./wire-schemas.ts";

/**
 * The frames that one reader of a thread received, from its first event on, and the faults in their numbers.
 */
export class Transcript {
  readonly reader: string;
  readonly threadId: string;
  readonly frames: string[] = [];
  readonly faults: string[] = [];

  constructor(reader: string, threadId: string) {
    this.reader = reader;
    this.threadId = threadId;
  }

  hear(text: string, { seq, resync }: { readonly seq?: unknown; readonly resync?: unknown }): void {
    const expected = this.frames.length + 1;
    if (resync === true) this.faults.push(`got a resync at ${String(seq)}, having seen ${expected - 1}`);
    else if (seq === expected) this.frames.push(text);
    else
      this.faults.push(
        `got ${typeof seq === "number" ? `number ${seq}` : text.slice(0, 200)} in place of ${expected}`,
      );
  }
}

export function eventsOf({ frames }: Transcript): LoggedFrame[] {
  return frames.map((text) => loggedFrame.parse(JSON.parse(text)));
}
