import type { RefObject, VNode } from "preact";
import { IconButton } from "../parts/button/button.tsx";
import { Icon } from "../parts/icon/icon.tsx";
import { t } from "../words/t.ts";
import type { ReaderProps } from "./reader-props.ts";

/** The number of the source, the name of its document, and the ways on. */
export function ReaderHead({
  ordinal,
  count = 0,
  onClose,
  onPrevious = null,
  onNext = null,
  name,
  address,
  heading,
}: ReaderProps & {
  name: string;
  /** The address of the place alone. */
  address: string;
  heading: RefObject<HTMLHeadingElement | null>;
}): VNode {
  const hasOrder = ordinal > 0;
  const title = hasOrder
    ? `${t("reader.source", { number: ordinal })}${count > 0 ? ` ${t("reader.of", { count })}` : ""}`
    : "";
  return (
    <header class="reader-head row">
      {hasOrder && (
        <div class="row reader-order">
          <IconButton
            icon="left"
            name={t("reader.previous")}
            shortcut="["
            disabled={onPrevious === null}
            onClick={() => onPrevious?.()}
          />
          <span class="reader-number numbers" aria-hidden="true">
            {ordinal}
          </span>
          {count > 0 && (
            <span class="small muted numbers" aria-hidden="true">
              {t("reader.of", { count })}
            </span>
          )}
          <IconButton
            icon="right"
            name={t("reader.next")}
            shortcut="]"
            disabled={onNext === null}
            onClick={() => onNext?.()}
          />
        </div>
      )}
      <h2 ref={heading} tabIndex={-1} class="grow cut reader-title" title={name}>
        {hasOrder && <span class="unseen">{title}: </span>}
        <bdi>{name}</bdi>
      </h2>
      {hasOrder && (
        <a
          class="icon-button medium no-phone"
          href={address}
          title={t("reader.alone")}
          aria-label={t("reader.alone")}
        >
          <Icon name="expand" />
        </a>
      )}
      {onClose !== undefined && (
        <IconButton icon="close" name={t("reader.close")} shortcut="Esc" onClick={onClose} />
      )}
    </header>
  );
}
