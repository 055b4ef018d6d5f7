import type { UploadFailure } from "../../data/client.ts";
import type { Upload, UploadState } from "../../data/upload-list.ts";
import type { PartStates } from "../part-states.ts";
import { UploadList } from "./upload-tray.tsx";
import type { UploadEvents } from "./upload-row.tsx";

const file = (key: number, name: string, state: UploadState, failure: UploadFailure = ""): Upload => ({
  key: String(key),
  collectionId: "",
  name,
  size: 1_000_000,
  lastModified: 0,
  state,
  sentBytes: 420_000,
  reason: "",
  failure,
  assetId: "",
});

const none = (): void => {};
const on: UploadEvents = { pause: none, resume: none, stop: none, retry: none, remove: none, choose: none };

export const uploadTrayStates: PartStates = {
  part: "Upload tray",
  states: {
    busy: () => (
      <div class="styles-still">
        <UploadList
          files={[
            file(1, "scan-0412.pdf", "failed", "no_text"),
            file(2, "Test protocol 2024-11 with a name that is too long.pdf", "sending"),
            file(3, "Minutes.docx", "paused"),
            file(4, "Helios order terms 2026.pdf", "reading"),
            file(5, "Orders Q4.xlsx", "waiting"),
          ]}
          on={on}
          onClose={none}
        />
      </div>
    ),
    "after a reload": () => (
      <div class="styles-still">
        <UploadList
          files={[file(1, "Test protocol 2024-11.pdf", "missing"), file(2, "Orders Q4.xlsx", "missing")]}
          strangers={1}
          on={on}
          onClose={none}
        />
      </div>
    ),
    done: () => (
      <div class="styles-still">
        <UploadList
          files={[file(1, "Orders Q4.xlsx", "ready"), file(2, "notes.md", "stopped")]}
          on={on}
          onClose={none}
        />
      </div>
    ),
  },
};
