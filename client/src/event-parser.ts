/** What no heading can be: the service ends its own lines with this, a proxy may end them otherwise. */
const LINE_END = /\r\n|\n|\r/;

/** Reads server-sent events as the HTML standard says, as far as the service uses them. */
export class EventParser {
  readonly #onData: (text: string, id: number | null) => void;
  readonly #onId: (seq: number) => void;
  /** Of a line that is not whole yet. */
  #pieces: string[] = [];
  #endsWithReturn = false;
  #data: string[] = [];
  #id: number | null = null;

  constructor(onData: (text: string, id: number | null) => void, onId: (seq: number) => void) {
    this.#onData = onData;
    this.#onId = onId;
  }

  push(text: string): void {
    // The second half of a line's end that the piece before began.
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

/** Asks for the events behind one that was heard; null: for those from now on. */
export function eventsAfter(heard: number | null): Readonly<Record<string, string>> {
  return { accept: "text/event-stream", ...(heard === null ? {} : { "last-event-id": String(heard) }) };
}
