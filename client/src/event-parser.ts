/** The service ends lines with ` `; a proxy may change that. */
const LINE_END = /\r\n|\n|\r/;

/** Parses server-sent events as the HTML standard describes, limited to the fields that the service uses. */
export class EventParser {
  readonly #onData: (text: string, id: number | null) => void;
  readonly #onId: (seq: number) => void;
  /** Pieces of an incomplete line. */
  #pieces: string[] = [];
  #endsWithReturn = false;
  #data: string[] = [];
  #id: number | null = null;

  constructor(onData: (text: string, id: number | null) => void, onId: (seq: number) => void) {
    this.#onData = onData;
    this.#onId = onId;
  }

  push(text: string): void {
    // The previous piece ended with `\r`, so this ` ` completes that line break.
    const rest = this.#endsWithReturn && text.startsWith("\n") ? text.slice(1) : text;
    this.#endsWithReturn = text.endsWith("\r");
    const [first = "", ...more] = rest.split(LINE_END);
    this.#pieces.push(first);
    for (const next of more) {
      this.#line(this.#pieces.join(""));
      this.#pieces = [next];
    }
  }

  #line(line: string): void {
    if (line === "") return this.#dispatch();
    const colon = line.indexOf(":");
    const value = line.slice(colon + 1).replace(/^ /, "");
    if (line.startsWith("data:")) this.#data.push(value);
    if (line.startsWith("id:") && /^\d{1,15}$/.test(value)) this.#id = Number(value);
  }

  #dispatch(): void {
    const [data, id] = [this.#data, this.#id];
    this.#data = [];
    this.#id = null;
    if (data.length > 0) this.#onData(data.join("\n"), id);
    else if (id !== null) this.#onId(id);
  }
}

/** The request header that resumes after an event; null subscribes to new events only. */
export function eventsAfter(heard: number | null): Readonly<Record<string, string>> {
  return { accept: "text/event-stream", ...(heard === null ? {} : { "last-event-id": String(heard) }) };
}
