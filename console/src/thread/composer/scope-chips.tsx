import type { VNode } from "preact";
import { lazy } from "preact-iso";
import { useState } from "preact/hooks";
import { IconButton } from "../../parts/button/button.tsx";
import { Icon } from "../../parts/icon/icon.tsx";
import { t } from "../../words/t.ts";
import type { KeptText } from "./kept-text.ts";

const ScopePicker = lazy(async () => (await import("./scope-picker.tsx")).ScopePicker);

export interface ScopeOpener {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

export function useScopeOpener(): ScopeOpener {
  const [isOpen, setOpen] = useState(false);
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false) };
}

/** The documents that the next question is about. */
export function ScopeChips({ kept, opener }: { kept: KeptText; opener: ScopeOpener }): VNode {
  const items = kept.scope.value;
  return (
    <>
      {items.map((item) => (
        <span key={item.id} class="scope small row">
          <Icon class="small" name={item.kind === "asset" ? "document" : "folder"} />
          <bdi class="cut" title={item.name}>
            {item.name}
          </bdi>
          <button
            type="button"
            class="scope-remove"
            aria-label={t("composer.removeScope", { name: item.name })}
            onClick={() => kept.setScope(items.filter(({ id }) => id !== item.id))}
          >
            <Icon class="small" name="close" />
          </button>
        </span>
      ))}
      <IconButton
        size="small"
        icon="plus"
        name={t("composer.addScope")}
        shortcut="#"
        aria-expanded={opener.isOpen}
        onClick={opener.open}
      />
      {items.length > 1 && (
        <label class="small row">
          <input
            type="checkbox"
            checked={kept.isComparing.value}
            onChange={(event) => (kept.isComparing.value = event.currentTarget.checked)}
          />
          {t("composer.compare")}
        </label>
      )}
      {opener.isOpen && (
        <ScopePicker
          chosen={items}
          onChoose={(item) => {
            kept.addToScope(item);
            opener.close();
            kept.focus();
          }}
          onClose={() => {
            opener.close();
            kept.focus();
          }}
        />
      )}
    </>
  );
}
