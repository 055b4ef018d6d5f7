import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import type { UploadFailure } from "../../data/client.ts";
import { FailureNote } from "../../parts/failure/failure-note.tsx";
import { Popover } from "../../parts/menu/popover.tsx";
import { t } from "../../words/t.ts";

/** The problem of a document in a line of its row, and the remedy in a card. */
export function FailureHelp({
  failure,
  reason,
  isTabStop,
}: {
  failure: UploadFailure;
  reason: string;
  isTabStop: boolean;
}): VNode {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <span class="caption document-reason row">
      <span class="cut" title={reason}>
        {t(`failure.${failure === "" ? "other" : failure}`)}
      </span>
      <button
        ref={button}
        type="button"
        class="link-button"
        tabIndex={isTabStop ? 0 : -1}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t("upload.whatToDo")}
      </button>
      {isOpen && button.current !== null && (
        <Popover anchor={button.current} label={t("upload.whatToDo")} onClose={() => setOpen(false)}>
          <div class="failure-card">
            <FailureNote failure={failure} reason={reason} />
          </div>
        </Popover>
      )}
    </span>
  );
}
