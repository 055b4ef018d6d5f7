import type { VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { keep, kept } from "../../data/kept.ts";
import { workspace } from "../../data/session.ts";
import { IconButton } from "../../parts/button/button.tsx";
import { ErrorState } from "../../parts/empty/error-state.tsx";
import { isEnter } from "../../parts/field/field.tsx";
import { Icon } from "../../parts/icon/icon.tsx";
import { t } from "../../words/t.ts";
import { ask } from "../../data/ask.ts";

const KEPT = "homeQuestion";

function keptText(owner: string): string {
  const text = kept(owner, KEPT);
  return typeof text === "string" ? text : "";
}

/** Asks a question over the whole library. The device keeps the text until a thread holds the question. */
export function AskBox(): VNode {
  const { route } = useLocation();
  const owner = workspace.value?.userId ?? "";
  const [text, setText] = useState(() => keptText(owner));
  const [error, setError] = useState<unknown>(null);
  const [isAsking, setAsking] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  // The page exists to ask.
  useLayoutEffect(() => field.current?.focus(), []);
  const write = (value: string): void => {
    setText(value);
    keep(owner, KEPT, value === "" ? null : value);
  };
  const submit = (): void => {
    const question = text.trim();
    if (question === "" || isAsking) return field.current?.focus();
    setAsking(true);
    setError(null);
    ask(question).then(
      (threadId) => {
        write("");
        route(`/t/${threadId}`);
      },
      (failure: unknown) => {
        setError(failure);
        setAsking(false);
      },
    );
  };
  return (
    <form
      class="ask"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label class="unseen" for="question">
        {t("home.question")}
      </label>
      <textarea
        ref={field}
        id="question"
        rows={2}
        value={text}
        placeholder={t("home.placeholder")}
        onInput={(event) => write(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (!isEnter(event)) return;
          event.preventDefault();
          submit();
        }}
      />
      <div class="row">
        <span class="scope-chip small">
          <Icon name="folder" class="small" />
          <bdi class="cut">{workspace.value?.collections[0]?.label ?? t("nav.library")}</bdi>
        </span>
        <span class="grow" />
        <span class="caption muted no-phone">
          <kbd>Enter</kbd> {t("home.enterAsks")} <kbd>Shift Enter</kbd> {t("home.newLine")}
        </span>
        <IconButton class="send" type="submit" name={t("home.ask")} icon="send" disabled={isAsking} />
      </div>
      {error !== null && <ErrorState error={error} onRetry={submit} />}
    </form>
  );
}
