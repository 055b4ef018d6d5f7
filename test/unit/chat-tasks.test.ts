import { expect, test } from "vitest";
import { answerChatTask } from "../../src/services/threads/internal/answer-chat-task.ts";
import { parseChatTask } from "../../src/services/threads/internal/parse-chat-task.ts";

const QUESTION = "Wer hat die Analytische Maschine im Jahr 1837 entworfen?";
const ANSWER = "“Charles Babbage designed it.” [1]\nNote: see also page 4.";
const history = `<chat_history>\nUSER: ${QUESTION}\nASSISTANT: ${ANSWER}\n</chat_history>`;

const taskOf = (prompt: string): string | null => {
  const task = parseChatTask(prompt);
  return task === null ? null : answerChatTask(task.questions[0], task.fields);
};

test.each([
  ['{ "title": "your concise title here" }', { title: "Wer hat die Analytische Maschine im Jahr 1837" }],
  ['{ "tags": ["tag1", "tag2", "tag3"] }', { tags: ["Analytische", "Maschine", "entworfen"] }],
  ['{ "follow_ups": ["Question 1?", "Question 2?"] }', { follow_ups: [] }],
  ['{\n  "queries": ["query1", "query2"]\n}', { queries: [QUESTION] }],
  ['{ "text": "" }', { text: "" }],
])("a marked conversation with the form %s gets an answer of that form", (form, answer) => {
  // Another language than English, because operators translate these prompts.
  const prompt = `### Aufgabe:\nFasse zusammen {kurz}.\n### Ausgabe:\n${form}\n### Verlauf:\n${history}`;
  expect(JSON.parse(taskOf(prompt) ?? "null")).toEqual(answer);
});

test("a marked conversation without a form gets a title in plain text", () => {
  expect(taskOf(`Nenne einen Titel.\n${history}`)).toBe("Wer hat die Analytische Maschine im Jahr 1837");
  expect(taskOf("Title, please.\n<chat_history>\nUSER: 谁设计了分析机？\n</chat_history>")).toBe(
    "谁设计了分析机",
  );
});

test("the turns at the end of a prompt are candidates for its conversation", () => {
  const prompt = `Provide a title.\n\nConversation:\nUser: ${QUESTION}\nAI: ${ANSWER}`;
  expect(parseChatTask(prompt)).toEqual({
    questions: [QUESTION, ANSWER.split("\n")[0]],
    isMarked: false,
    fields: null,
  });
});

test("ordinary questions are no tasks", () => {
  for (const prompt of [
    QUESTION,
    "What is in the table below?\nName: Ada",
    "Note: be brief.\nWho designed it?",
    history,
    "Is </chat_history> before <chat_history> an error?",
  ])
    expect([prompt, parseChatTask(prompt)]).toEqual([prompt, null]);
});

test("hostile prompts take linear time", () => {
  for (const part of ["{", "{ }", "a:\n", "a: b\nc: d\n", "<chat_history>", "</chat_history>"]) {
    const startedAt = process.cpuUsage().user;
    parseChatTask(part.repeat(Math.ceil(32_768 / part.length)));
    expect(process.cpuUsage().user - startedAt).toBeLessThan(1_000_000);
  }
});
