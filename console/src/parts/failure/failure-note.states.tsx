import type { PartStates } from "../part-states.ts";
import { FailureNote } from "./failure-note.tsx";

export const failureNoteStates: PartStates = {
  part: "Failure note",
  states: {
    known: () => <FailureNote failure="password" reason="This PDF is protected by a password." />,
    told: () => (
      <FailureNote
        failure="too_large"
        reason="This file is larger than 25 MiB. Split it and upload the parts."
      />
    ),
  },
};
