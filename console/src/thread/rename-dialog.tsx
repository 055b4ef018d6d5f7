import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "../parts/button/button.tsx";
import { Dialog } from "../parts/dialog/dialog.tsx";
import { Field } from "../parts/field/field.tsx";
import { t } from "../words/t.ts";
import { useThread } from "./thread-context.ts";

/** The service's limit for the name of a thread. */
const MAX_CHARS = 255;

/** Renames the thread for all of its readers. */
export function RenameDialog({ label, onClose }: { label: string; onClose: () => void }): VNode {
  const { live } = useThread().thread;
  const [name, setName] = useState(label);
  const rename = (): void => {
    if (name.trim() === "") return;
    live.rename(name.trim());
    onClose();
  };
  return (
    <Dialog
      title={t("thread.rename")}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button kind="primary" onClick={rename}>
            {t("thread.rename")}
          </Button>
        </>
      }
    >
      <Field
        label={t("thread.name")}
        value={name}
        maxLength={MAX_CHARS}
        onInput={(event) => setName(event.currentTarget.value)}
        onEnter={rename}
      />
    </Dialog>
  );
}
