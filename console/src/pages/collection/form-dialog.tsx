import type { ComponentChildren, VNode } from "preact";
import { useState } from "preact/hooks";
import { ApiError } from "../../data/client.ts";
import { Button } from "../../parts/button/button.tsx";
import { Dialog } from "../../parts/dialog/dialog.tsx";
import { Field } from "../../parts/field/field.tsx";
import { t } from "../../words/t.ts";

/** A dialog with one field. A rejection of the service stands under the field. */
export function FormDialog({
  title,
  label,
  initial = "",
  type = "text",
  maxLength,
  action,
  children,
  onSubmit,
  onClose,
}: {
  title: string;
  label: string;
  initial?: string;
  type?: "text" | "url";
  maxLength: number;
  action: string;
  children?: ComponentChildren;
  /** @throws ApiError */
  onSubmit: (value: string) => Promise<void>;
  onClose: () => void;
}): VNode {
  const [value, setValue] = useState(initial);
  const [error, setError] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const submit = async (): Promise<void> => {
    if (value.trim() === "" || isSending) return;
    setSending(true);
    try {
      await onSubmit(value.trim());
      onClose();
    } catch (thrown) {
      setError(thrown instanceof ApiError ? thrown.message : String(thrown));
      setSending(false);
    }
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button kind="primary" disabled={value.trim() === "" || isSending} onClick={() => void submit()}>
            {action}
          </Button>
        </>
      }
    >
      <Field
        label={label}
        type={type}
        value={value}
        maxLength={maxLength}
        error={error}
        onInput={({ currentTarget }) => setValue(currentTarget.value)}
        onEnter={() => void submit()}
      />
      {children}
    </Dialog>
  );
}
