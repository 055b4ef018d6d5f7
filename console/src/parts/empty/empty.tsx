import type { ComponentChildren, VNode } from "preact";

/** An empty place: one sentence and one verb. */
export function Empty({
  children,
  action,
}: {
  children: ComponentChildren;
  action?: ComponentChildren;
}): VNode {
  return (
    <div class="empty column">
      <p class="muted">{children}</p>
      {action}
    </div>
  );
}
