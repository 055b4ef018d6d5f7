import type { SQLInputValue } from "node:sqlite";
import { newId } from "../../../src/domain/ids.ts";
import { editDatabase, prepareInsert, type Row } from "./d1-file.ts";

/**
 * Repeats the questions of a thread with their answers and citations until it has this many messages. Each
 * copied question begins with its number.
 * @param stateFolder of the stopped service
 */
export function fillThread(stateFolder: string, threadId: string, count: number): void {
  editDatabase(stateFolder, (database) => {
    const all = (query: string, ...values: string[]): Row[] =>
      database.prepare(query).all(...values) as Row[];
    const messages = all("SELECT * FROM messages WHERE thread_id = ? ORDER BY position", threadId);
    const citations = Map.groupBy(
      all("SELECT * FROM citations WHERE thread_id = ?", threadId),
      (citation) => citation["message_id"],
    );
    const { known_as: _, ...written } = messages[0] ?? {};
    const addMessage = prepareInsert(database, "messages", written);
    const [cited = []] = citations.values();
    const addCitation = cited[0] === undefined ? null : prepareInsert(database, "citations", cited[0]);
    const copies = new Map<SQLInputValue | undefined, string>();
    for (let position = messages.length + 1; position <= count; position += 1) {
      const message = messages[(position - 1) % messages.length] ?? {};
      const id = newId("msg");
      copies.set(message["id"], id);
      const question = message["in_reply_to"];
      addMessage({
        ...message,
        id,
        position,
        sent_as: null,
        in_reply_to: question === null ? null : (copies.get(question) ?? null),
        transformation_id: message["transformation_id"] === null ? null : newId("inter"),
        content:
          question === null ? `${position}: ${message["content"] as string}` : (message["content"] ?? ""),
      });
      for (const citation of citations.get(message["id"]) ?? [])
        addCitation?.({ ...citation, id: newId("cite"), message_id: id });
    }
    database
      .prepare("UPDATE threads SET message_count = ?, version = version + ? WHERE id = ?")
      .run(count, count - messages.length, threadId);
  });
}
