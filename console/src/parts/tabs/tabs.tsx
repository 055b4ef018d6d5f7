import type { VNode } from "preact";

export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly count?: number | null;
  /** Each tab has an address. */
  readonly href: string;
}

/** Tabs with addresses: links, so that each opens in a new browser tab too. */
export function Tabs({
  tabs,
  current,
  label,
}: {
  tabs: readonly Tab[];
  current: string;
  label: string;
}): VNode {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ id, label: name, count = null, href }) => (
        <a key={id} href={href} {...(id === current ? { "aria-current": "page" as const } : {})}>
          {name}
          {count !== null && <span class="numbers"> {count}</span>}
        </a>
      ))}
    </nav>
  );
}
