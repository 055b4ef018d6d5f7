import type { ComponentChildren, HTMLAttributes, VNode } from "preact";
import { useId } from "preact/hooks";

/** Preact types attributes by type and role, which a rest of attributes loses. */
type Native = Omit<HTMLAttributes<HTMLInputElement>, "label" | "onKeyDown"> & {
  type?: "text" | "search" | "email" | "url" | "number" | "password" | "date";
  value?: string;
  placeholder?: string;
  required?: boolean;
  maxLength?: number;
  disabled?: boolean;
  autocomplete?: string;
  readOnly?: boolean;
  onKeyDown?: (event: KeyboardEvent) => void;
};

/** A field with its label, a hint and an error. `isLabelUnseen` keeps the label for screen readers only. */
export function Field({
  label,
  hint,
  error,
  isLabelUnseen = false,
  onEnter,
  ...rest
}: Native & {
  label: string;
  hint?: ComponentChildren;
  error?: string | null;
  isLabelUnseen?: boolean;
  /** Called for Enter, but not for the Enter that ends the composition of a character. */
  onEnter?: () => void;
}): VNode {
  const id = useId();
  const isWrong = error !== undefined && error !== null;
  const told = [...(hint === undefined ? [] : [`${id}-hint`]), ...(isWrong ? [`${id}-error`] : [])];
  return (
    <div class="field">
      <label class={isLabelUnseen ? "unseen" : "small"} for={id}>
        {label}
      </label>
      <input
        {...(rest as object)}
        id={id}
        aria-invalid={isWrong}
        {...(told.length === 0 ? {} : { "aria-describedby": told.join(" ") })}
        onKeyDown={(event: KeyboardEvent) => {
          rest.onKeyDown?.(event);
          if (onEnter !== undefined && isEnter(event)) {
            event.preventDefault();
            onEnter();
          }
        }}
      />
      {hint !== undefined && (
        <p class="caption muted" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {isWrong && (
        <p class="caption field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

/** The key code of keys that an input method handles. */
const COMPOSING = 229;

/** Whether a key submits: Enter outside of the composition of a character. */
export function isEnter(event: KeyboardEvent): boolean {
  return event.key === "Enter" && !event.shiftKey && !event.isComposing && event.keyCode !== COMPOSING;
}
