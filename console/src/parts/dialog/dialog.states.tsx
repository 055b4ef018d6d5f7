import { useState } from "preact/hooks";
import type { PartStates } from "../part-states.ts";
import { Button } from "../button/button.tsx";
import { Dialog } from "./dialog.tsx";

export const dialogStates: PartStates = {
  part: "Dialog",
  states: {
    "opened by a button": function OpenedByButton() {
      const [isOpen, setOpen] = useState(false);
      return (
        <>
          <Button onClick={() => setOpen(true)}>Open the dialog</Button>
          {isOpen && (
            <Dialog
              title="Rename"
              onClose={() => setOpen(false)}
              actions={
                <Button kind="primary" onClick={() => setOpen(false)}>
                  Done
                </Button>
              }
            >
              <p>The dialog's text.</p>
            </Dialog>
          )}
        </>
      );
    },
  },
};
