import type { PartStates } from "../parts/part-states.ts";
import { newId } from "../data/ids.ts";
import { MessageView, RenameView, UnsentView } from "./message-view.tsx";
import { SampleContext } from "./sample-context.tsx";
import { ADA, GRACE } from "./sample-thread.ts";
import type { MessageRow, UnsentRow } from "./timeline/row.ts";

const AT = Date.UTC(2026, 10, 12, 9, 30);
const TEXT = "What does a late delivery by Nordwind cost?";

const message = (more: Partial<MessageRow> = {}): MessageRow => ({
  kind: "message",
  key: "",
  id: newId("msg"),
  isQuestion: true,
  author: GRACE,
  importedAuthor: "",
  text: TEXT,
  at: AT,
  scope: null,
  ...more,
});

const unsent = (refusal: string | null): UnsentRow => ({
  kind: "unsent",
  key: "",
  id: newId("msg"),
  text: TEXT,
  at: AT,
  refusal,
});

export const messageStates: PartStates = {
  part: "Message",
  states: {
    sent: () => (
      <SampleContext>
        <MessageView row={message()} />
      </SampleContext>
    ),
    imported: () => (
      <SampleContext>
        <MessageView row={message({ importedAuthor: "jo@old.example", isQuestion: false })} />
      </SampleContext>
    ),
    "with a deleted document": () => (
      <SampleContext>
        <MessageView row={message({ text: `${TEXT} [deleted]` })} />
      </SampleContext>
    ),
    sending: () => (
      <SampleContext>
        <UnsentView row={unsent(null)} />
      </SampleContext>
    ),
    "not sent": () => (
      <SampleContext>
        <UnsentView row={unsent("The quota of 500 questions a day is used up.")} />
      </SampleContext>
    ),
    renamed: () => (
      <SampleContext>
        <RenameView
          row={{ kind: "rename", key: "", id: newId("msg"), author: ADA, label: "Late deliveries", at: AT }}
        />
      </SampleContext>
    ),
  },
};
