import type { ComponentChildren, HTMLAttributes, VNode } from "preact";
import { Icon } from "../icon/icon.tsx";
import type { IconName } from "../icon/icon-paths.ts";

type Kind = "plain" | "primary" | "quiet" | "danger";

interface Look {
  kind?: Kind;
  size?: "small" | "medium";
  icon?: IconName;
}

/** Preact types attributes by role, which a rest of attributes loses; they are checked where they are written. */
type Native = Omit<HTMLAttributes<HTMLButtonElement>, "size" | "icon" | "class" | "children"> & {
  class?: string;
  disabled?: boolean;
  type?: "button" | "submit";
};
type NativeLink = Omit<HTMLAttributes<HTMLAnchorElement>, "size" | "icon" | "class" | "children"> & {
  href: string;
  target?: string;
  rel?: string;
  download?: string;
};

/** A button with a text. `shortcut` names its key in the tooltip and for screen readers. */
export function Button({
  kind = "plain",
  size = "medium",
  icon,
  shortcut,
  children,
  ...rest
}: Native & Look & { shortcut?: string; children: ComponentChildren }): VNode {
  return (
    <button
      type="button"
      {...(rest as object)}
      {...keyOf(shortcut)}
      class={`button ${kind} ${size} ${rest.class ?? ""}`}
    >
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  kind = "plain",
  size = "medium",
  icon,
  children,
  ...rest
}: NativeLink & Look & { children: ComponentChildren }): VNode {
  return (
    <a {...(rest as object)} class={`button ${kind} ${size}`}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </a>
  );
}

/** A button that is an icon. Its name is also its tooltip. */
export function IconButton({
  name,
  icon,
  size = "medium",
  shortcut,
  ...rest
}: Omit<Native, "name" | "aria-label"> & {
  name: string;
  icon: IconName;
  size?: "small" | "medium";
  shortcut?: string;
}): VNode {
  return (
    <button
      type="button"
      title={shortcut === undefined ? name : `${name} (${shortcut})`}
      {...(rest as object)}
      {...(shortcut === undefined ? {} : { "aria-keyshortcuts": shortcut })}
      aria-label={name}
      class={`icon-button ${size} ${rest.class ?? ""}`}
    >
      <Icon name={icon} />
    </button>
  );
}

function keyOf(shortcut: string | undefined): object {
  return shortcut === undefined ? {} : { title: shortcut, "aria-keyshortcuts": shortcut };
}
