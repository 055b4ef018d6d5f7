import type { VNode } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { t } from "../../words/t.ts";
import { isEnter } from "../field/field.tsx";
import { Icon } from "../icon/icon.tsx";
import type { PaletteGroup, PaletteItem } from "./palette-items.ts";
import { usePaletteItems } from "./use-palette-items.ts";

const MAX_QUERY = 1_000;

/** One field for actions, collections, documents and threads. What is no command can be asked. */
export function Palette({ onClose }: { onClose: () => void }): VNode {
  const id = useId();
  const { route } = useLocation();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(0);
  const groups = usePaletteItems(typed);
  const items = groups.flatMap((group) => group.items);
  const chosen = Math.min(active, items.length - 1);
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    return () => {
      // Nothing outside of an open dialog takes the focus.
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  useEffect(() => {
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const run = (item: PaletteItem | undefined, isNewTab: boolean): void => {
    if (item === undefined) return;
    onClose();
    if (item.href === undefined) item.run?.();
    else if (isNewTab) window.open(item.href, "_blank", "noopener");
    else route(item.href);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const step = event.key === "ArrowDown" ? 1 : -1;
      setActive((chosen + step + items.length) % Math.max(1, items.length));
    } else if (isEnter(event)) run(items[chosen], event.ctrlKey || event.metaKey);
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label={t("nav.find")}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <input
        class="palette-field"
        role="combobox"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-label={t("nav.find")}
        placeholder={t("palette.hint")}
        maxLength={MAX_QUERY}
        {...(items.length === 0 ? {} : { "aria-activedescendant": `${id}-${chosen}` })}
        value={typed}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <Results {...{ id, groups, chosen }} onPoint={setActive} onRun={run} />
    </dialog>
  );
}

function Results({
  id,
  groups,
  chosen,
  onPoint,
  onRun,
}: {
  id: string;
  groups: readonly PaletteGroup[];
  chosen: number;
  onPoint: (at: number) => void;
  onRun: (item: PaletteItem, isNewTab: boolean) => void;
}): VNode {
  let at = -1;
  return (
    <div id={`${id}-list`} role="listbox" aria-label={t("palette.results")} class="palette-list">
      {groups.map(({ name, items: some }) => (
        <div key={name} role="group" aria-label={name}>
          <p class="caption muted palette-group" aria-hidden="true">
            {name}
          </p>
          {some.map((item) => {
            at += 1;
            const place = at;
            return (
              <div
                key={item.id}
                id={`${id}-${place}`}
                role="option"
                class="palette-item row"
                aria-selected={place === chosen}
                onMouseMove={() => onPoint(place)}
                onClick={(event) => onRun(item, event.ctrlKey || event.metaKey)}
              >
                <Icon name={item.icon} />
                <bdi class="grow cut">{item.label}</bdi>
                {item.key !== undefined && <kbd>{item.key.toUpperCase()}</kbd>}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
