/** A request of a chat client about a conversation, such as for its title. */
export interface ChatTask {
  /** Texts that may be the first question of the conversation, the most probable first. */
  readonly questions: readonly [string, ...string[]];
  /** Whether the prompt marks the conversation. Otherwise the questions decide. */
  readonly isMarked: boolean;
  /** Fields of the JSON object that the prompt shows as the form of the answer. Null for plain text. */
  readonly fields: readonly TaskField[] | null;
}

export interface TaskField {
  readonly name: string;
  readonly isList: boolean;
}

const [OPEN, CLOSE] = ["<chat_history>", "</chat_history>"];
/** A line that begins a turn, such as "User: " or "ASSISTANT:". */
const LABEL = /^([^\s:<>]{1,20}):(.*)$/u;
const MAX_QUESTIONS = 8;
const MAX_OBJECTS = 20;
const MAX_OBJECT_CHARS = 1_000;

/**
 * Recognizes a prompt that shows an earlier conversation below its instructions. Open WebUI puts the
 * conversation into `<chat_history>`. LibreChat and others end the prompt with lines such as "User: …" and
 * "AI: …". Returns null for any other prompt.
 */
export function parseChatTask(prompt: string): ChatTask | null {
  const [from, to] = [prompt.indexOf(OPEN), prompt.lastIndexOf(CLOSE)];
  const isMarked = from >= 0 && to > from;
  if (isMarked) {
    const history = prompt.slice(from + OPEN.length, to).trim();
    const instructions = prompt.slice(0, from) + prompt.slice(to + CLOSE.length);
    const first = turnsIn(history)[0]?.said ?? history;
    const isTask = first.trim() !== "" && instructions.trim() !== "";
    return isTask ? { questions: [first], isMarked, fields: fieldsIn(instructions) } : null;
  }
  const turns = turnsIn(prompt);
  // An answer with another label follows a question.
  const answered = turns.filter(({ label, said }, at) => {
    const next = turns[at + 1];
    return said !== "" && next !== undefined && next.label !== label;
  });
  const [first, ...others] = answered.map(({ said }) => said).slice(0, MAX_QUESTIONS);
  if (first === undefined || LABEL.test(prompt.trimStart().split("\n", 1)[0] ?? "")) return null;
  return { questions: [first, ...others], isMarked, fields: fieldsIn(prompt) };
}

interface QuotedTurn {
  readonly label: string;
  readonly said: string;
}

function turnsIn(text: string): QuotedTurn[] {
  const turns: { readonly label: string; readonly lines: string[] }[] = [];
  for (const line of text.split("\n")) {
    const [, label, rest] = LABEL.exec(line) ?? [];
    if (label !== undefined && rest !== undefined) turns.push({ label, lines: [rest] });
    else turns.at(-1)?.lines.push(line);
  }
  return turns.map(({ label, lines }) => ({ label, said: lines.join("\n").trim() }));
}

/** The fields of the first JSON object whose values are texts or lists. */
function fieldsIn(text: string): readonly TaskField[] | null {
  let from = text.indexOf("{");
  for (let seen = 0; from >= 0 && seen < MAX_OBJECTS; seen += 1) {
    const to = text.indexOf("}", from);
    if (to < 0) return null;
    const fields = to - from > MAX_OBJECT_CHARS ? null : fieldsOf(text.slice(from, to + 1));
    if (fields !== null) return fields;
    from = text.indexOf("{", from + 1);
  }
  return null;
}

function fieldsOf(json: string): readonly TaskField[] | null {
  try {
    const entries = Object.entries(JSON.parse(json) as Record<string, unknown>);
    const isForm = entries.every(([, value]) => typeof value === "string" || Array.isArray(value));
    if (!isForm || entries.length === 0) return null;
    return entries.map(([name, value]) => ({ name, isList: Array.isArray(value) }));
  } catch {
    return null;
  }
}
