import type { ComponentChildren, VNode } from "preact";
import { useId, useRef, useState } from "preact/hooks";
import { Icon } from "../icon/icon.tsx";
import type { IconName } from "../icon/icon-paths.ts";
import { placeBeside } from "./place-beside.ts";

export interface MenuItem {
  readonly label: string;
  readonly icon?: IconName;
  /** The key that does the same, as people read it. */
  readonly shortcut?: string;
  readonly isDanger?: boolean;
  /** Why the entry cannot be chosen now. */
  readonly reason?: string | null;
  readonly onChoose: () => void;
}

/**
 * A button that opens a menu: arrow keys move, Enter chooses, Esc closes. A list has a menu in each row, so the
 * entries are in the page only while the menu is open.
 */
export function Menu({
  items,
  label,
  button,
}: {
  items: readonly MenuItem[];
  /** A text above the entries. */
  label?: VNode;
  button: (attributes: Readonly<Record<string, unknown>>) => VNode;
}): VNode {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const toggled = ({ newState }: { readonly newState: string }): void => {
    // Not before: the browser takes the focus back from an entry to the button.
    if (newState !== "open") setOpen(false);
    if (newState !== "open" || menu.current === null) return;
    if (opener.current !== null) placeBeside(menu.current, opener.current);
    focusItem(menu.current, 0);
  };
  const attributes = {
    popovertarget: id,
    "aria-haspopup": "menu",
    "aria-expanded": isOpen,
    onClick: (event: MouseEvent) => {
      opener.current = event.currentTarget as HTMLElement;
    },
  };
  const close = (): void => {
    menu.current?.hidePopover();
    opener.current?.focus();
  };
  return (
    <>
      {button(attributes)}
      <div
        ref={menu}
        id={id}
        class="menu"
        role="menu"
        popover="auto"
        onBeforeToggle={({ newState }) => newState === "open" && setOpen(true)}
        onToggle={toggled}
        onKeyDown={(event) => moveByKey(event, menu.current)}
      >
        {isOpen && label}
        {isOpen && items.map((item) => <Entry key={item.label} item={item} onChosen={close} />)}
      </div>
    </>
  );
}

function Entry({ item, onChosen }: { item: MenuItem; onChosen: () => void }): VNode {
  const { label, icon, shortcut, isDanger = false, reason = null, onChoose } = item;
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      class={`menu-item ${isDanger ? "danger" : ""}`}
      aria-disabled={reason !== null}
      {...(reason === null ? {} : { title: reason })}
      onClick={() => {
        if (reason !== null) return;
        onChosen();
        onChoose();
      }}
    >
      {icon !== undefined && <Icon name={icon} />}
      <span class="grow">
        {label}
        {reason !== null && <span class="caption muted menu-reason">{reason}</span>}
      </span>
      {shortcut !== undefined && <kbd>{shortcut}</kbd>}
    </button>
  );
}

/** A text above the entries of a menu. */
export function MenuLabel({ children }: { children: ComponentChildren }): VNode {
  return (
    <div class="caption muted menu-label" role="presentation">
      {children}
    </div>
  );
}

function moveByKey(event: KeyboardEvent, menu: HTMLElement | null): void {
  if (menu === null) return;
  // A list around the menu has keys of its own for its rows.
  if (!event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
  const items = itemsOf(menu);
  const here = items.indexOf(document.activeElement as HTMLElement);
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: (here + 1) % items.length,
    ArrowUp: (here - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  };
  const target = targets[event.key];
  if (target !== undefined) {
    event.preventDefault();
    return focusItem(menu, target);
  }
  const letter = event.key.toLowerCase();
  if (letter.length !== 1 || letter === " " || event.ctrlKey || event.metaKey || event.altKey) return;
  const later = [...items.slice(here + 1), ...items.slice(0, here + 1)];
  later.find((item) => item.textContent?.trim().toLowerCase().startsWith(letter))?.focus();
}

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')];
}

function focusItem(menu: HTMLElement, at: number): void {
  itemsOf(menu)[at]?.focus();
}
