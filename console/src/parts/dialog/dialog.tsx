import type { ComponentChildren, VNode } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../../words/t.ts";
import { IconButton } from "../button/button.tsx";

const FIRST_FIELD = ".dialog-body :is(textarea, input:not([type=checkbox], [type=radio], [type=file]))";

/** A modal dialog; on a phone a sheet from below. Esc and the backdrop call `onClose`. */
export function Dialog({
  title,
  onClose,
  children,
  actions,
  size = "medium",
  isRequired = false,
}: {
  title: ComponentChildren;
  onClose: () => void;
  children: ComponentChildren;
  actions?: ComponentChildren;
  size?: "medium" | "wide";
  /** Whether the dialog stays until its reason is gone. */
  isRequired?: boolean;
}): VNode {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // Opens before the browser handles another key. A later focus would take away one that the person moved.
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    // The browser focuses the button that closes. People who open a form want to type.
    element?.querySelector<HTMLElement>(FIRST_FIELD)?.focus();
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`dialog ${size}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div class="dialog-inside">
        <header class="row">
          <h2 class="grow" id={id}>
            {title}
          </h2>
          {!isRequired && <IconButton name={t("action.close")} icon="close" onClick={onClose} />}
        </header>
        <div class="dialog-body">{children}</div>
        {actions !== undefined && <footer class="row dialog-actions">{actions}</footer>}
      </div>
    </dialog>
  );
}
