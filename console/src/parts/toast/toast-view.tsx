import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../../words/t.ts";
import { Button, IconButton } from "../button/button.tsx";
import { type Toast, toast } from "./toasts.ts";
import { useFocusBack } from "./use-focus-back.ts";

const SHOWN_MS = 8_000;

/** Shows the toast for eight seconds; longer while it has the focus or the pointer. */
export function ToastView(): VNode {
  const { value } = toast;
  return (
    <div class="toast-place" role="status">
      {value !== null && <ToastCard toast={value} onClose={() => (toast.value = null)} />}
    </div>
  );
}

export function ToastCard({
  toast: { text, undo, link },
  onClose,
}: {
  toast: Toast;
  onClose: () => void;
}): VNode {
  const [isHeld, setHeld] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  useFocusBack(card);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(onClose, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isHeld, text]);
  return (
    <div
      ref={card}
      class="toast row"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocusIn={() => setHeld(true)}
      onFocusOut={() => setHeld(false)}
    >
      <span class="grow">{text}</span>
      {undo !== undefined && (
        <Button
          size="small"
          onClick={() => {
            onClose();
            undo();
          }}
        >
          {t("action.undo")}
        </Button>
      )}
      {link !== undefined && <a href={link.href}>{link.label}</a>}
      <IconButton size="small" icon="close" name={t("action.close")} onClick={onClose} />
    </div>
  );
}
