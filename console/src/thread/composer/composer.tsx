import type { ComponentChildren, RefObject, VNode } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { isEnter } from "../../parts/field/field.tsx";
import { IconButton } from "../../parts/button/button.tsx";
import { t } from "../../words/t.ts";
import { useThread } from "../thread-context.ts";
import type { QuestionScope } from "../unsent-messages.ts";
import type { KeptText } from "./kept-text.ts";
import { addDropped, canDrop } from "./add-dropped.ts";
import { type Improvement, ImprovementLine, useImprovement } from "./improvement.tsx";
import { ModelChoice } from "./model-choice.tsx";
import { ScopeChips, type ScopeOpener, useScopeOpener } from "./scope-chips.tsx";

/** The service's limit for a message. */
const MAX_CHARS = 32_768;
const MAX_ROWS_PX = 240;

/** The field for questions. Its text stays on this device until it is sent. */
export function Composer({
  kept,
  onSend,
  lastQuestion,
}: {
  kept: KeptText;
  onSend: (text: string, scopes: readonly QuestionScope[]) => void;
  /** The person's last question, for the arrow key in an empty field. */
  lastQuestion: () => string;
}): VNode {
  const { live } = useThread().thread;
  const improvement = useImprovement();
  const text = kept.text.value;
  const tooLong = text.length - MAX_CHARS;
  const field = useField(kept, text);
  const send = (): void => {
    if (text.trim() === "" || tooLong > 0) return;
    onSend(text, kept.scopes());
    improvement.forget();
    kept.clear();
  };
  const opener = useScopeOpener();
  const write = (changed: string): void => {
    improvement.forget();
    kept.write(changed);
  };
  const takeImproved = (): void => {
    const better = improvement.text;
    if (better !== null) write(better);
    queueMicrotask(() => focusEnd(field.current));
  };
  const press = (event: KeyboardEvent): void => {
    if (isEnter(event)) {
      event.preventDefault();
      send();
    } else if (event.key === "ArrowUp" && text === "") {
      event.preventDefault();
      write(lastQuestion());
      queueMicrotask(() => focusEnd(field.current));
    } else if (event.key === "#" && /(?:^|\s)$/.test(text)) {
      event.preventDefault();
      opener.open();
    } else if (event.key === "Tab" && !event.shiftKey && improvement.text !== null) {
      event.preventDefault();
      takeImproved();
    } else if (event.key === "Escape") {
      if (improvement.text === null) field.current?.blur();
      else improvement.forget();
    }
  };
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <DropArea kept={kept}>
        <textarea
          ref={field}
          rows={1}
          dir="auto"
          value={text}
          aria-label={t("composer.label")}
          placeholder={t("composer.placeholder")}
          onInput={(event) => {
            write(event.currentTarget.value);
            live.typing();
          }}
          onKeyDown={press}
        />
        <Foot kept={kept} improvement={improvement} opener={opener} />
      </DropArea>
      <ImprovementLine improvement={improvement} onTake={takeImproved} />
    </form>
  );
}

/** A field that grows with its text, and that takes the focus when the page wants it. */
function useField(kept: KeptText, text: string): RefObject<HTMLTextAreaElement | null> {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => fitHeight(field.current), [text]);
  useEffect(() => {
    kept.focus = () => focusEnd(field.current);
    return () => {
      kept.focus = () => {};
    };
  }, [kept]);
  return field;
}

/** A document, a collection or a file that is dropped here narrows the scope of the question. */
function DropArea({ kept, children }: { kept: KeptText; children: ComponentChildren }): VNode {
  const { thread } = useThread();
  const [isOver, setOver] = useState(false);
  return (
    <div
      class={`composer-box ${isOver ? "over" : ""}`}
      onDragOver={(event) => {
        if (!canDrop(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (!canDrop(event)) return;
        event.preventDefault();
        event.stopPropagation();
        addDropped(
          event,
          (citationId) => thread.source(citationId)?.cited.assetId,
          (item) => kept.addToScope(item),
        );
      }}
    >
      {children}
    </div>
  );
}

/** The scope and the model of the question, and the button that sends it. */
function Foot({
  kept,
  improvement,
  opener,
}: {
  kept: KeptText;
  improvement: Improvement;
  opener: ScopeOpener;
}): VNode {
  const { live } = useThread().thread;
  const text = kept.text.value;
  const canSend = text.trim() !== "" && text.length <= MAX_CHARS;
  return (
    <div class="row composer-foot">
      <ScopeChips kept={kept} opener={opener} />
      <span class="grow" />
      <Told text={text} />
      <ModelChoice kept={kept} />
      {canSend && (
        <IconButton
          size="small"
          icon="improve"
          name={t("composer.improve")}
          onClick={() => void improvement.ask(text, live.threadId)}
        />
      )}
      <IconButton
        class="composer-send"
        icon="send"
        name={t("composer.send")}
        shortcut="Enter"
        type="submit"
        disabled={!canSend}
      />
    </div>
  );
}

/** That the text stays here, or by how much it is too long. */
function Told({ text }: { text: string }): VNode | null {
  const tooLong = text.length - MAX_CHARS;
  if (tooLong > 0)
    return (
      <span class="caption field-error" role="alert">
        {t("composer.tooLong", { count: tooLong })}
      </span>
    );
  return text === "" ? null : <span class="caption muted no-phone">{t("composer.kept")}</span>;
}

function fitHeight(field: HTMLTextAreaElement | null): void {
  if (field === null) return;
  field.style.blockSize = "auto";
  field.style.blockSize = `${Math.min(MAX_ROWS_PX, field.scrollHeight)}px`;
}

function focusEnd(field: HTMLTextAreaElement | null): void {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}
