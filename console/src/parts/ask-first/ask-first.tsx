import type { ComponentChildren, VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "../button/button.tsx";
import { t } from "../../words/t.ts";

/** A button whose act needs a second click, beside a sentence that says what it does. */
export function AskFirst({
  label,
  unseen = "",
  question,
  isDangerous = true,
  isDisabled = false,
  onConfirm,
}: {
  label: string;
  /** Names the subject for screen readers. */
  unseen?: string;
  question: ComponentChildren;
  isDangerous?: boolean;
  isDisabled?: boolean;
  onConfirm: () => void;
}): VNode {
  const [isAsking, setAsking] = useState(false);
  const first = useRef<HTMLSpanElement>(null);
  const wasAsking = useRef(false);
  useLayoutEffect(() => {
    // The button that had the focus is gone.
    if (isAsking || wasAsking.current) first.current?.querySelector("button")?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  return (
    <span class={isAsking ? "ask-first row" : ""} ref={first}>
      {isAsking ? (
        <>
          <span class="grow small" role="status">
            {question}
          </span>
          <Button size="small" onClick={() => setAsking(false)}>
            {t("action.cancel")}
          </Button>
          <Button
            size="small"
            kind={isDangerous ? "danger" : "primary"}
            onClick={() => {
              setAsking(false);
              onConfirm();
            }}
          >
            {label}
          </Button>
        </>
      ) : (
        <Button size="small" disabled={isDisabled} onClick={() => setAsking(true)}>
          {label}
          {unseen !== "" && <span class="unseen"> {unseen}</span>}
        </Button>
      )}
    </span>
  );
}
