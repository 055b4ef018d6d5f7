import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../words/t.ts";
import { Button } from "../button/button.tsx";
import { announce } from "../status/status.tsx";

/** A text to copy, with its name. */
export function CopyField({ label, text }: { label: string; text: string }): VNode {
  const [isCopied, setCopied] = useState(false);
  return (
    <div class="copy-field">
      <span class="small muted">{label}</span>
      <span class="row">
        <code class="grow">{text}</code>
        <Button
          size="small"
          icon="copy"
          onClick={() =>
            void navigator.clipboard.writeText(text).then(() => {
              setCopied(true);
              announce(t("action.copied"));
            })
          }
        >
          {t(isCopied ? "action.copied" : "action.copy")}
          <span class="unseen"> {label}</span>
        </Button>
      </span>
    </div>
  );
}
