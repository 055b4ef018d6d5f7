import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Avatars } from "../parts/avatar/avatar.tsx";
import { IconButton } from "../parts/button/button.tsx";
import { Menu } from "../parts/menu/menu.tsx";
import { t } from "../words/t.ts";
import { useThread } from "./thread-context.ts";

/** Who is here, and more actions. */
export function ThreadHeader({ onRename }: { onRename: () => void }): VNode {
  const { live, publicLink } = useThread().thread;
  const [isCopied, setCopied] = useState(false);
  const { here, guests } = live.presence.value;
  const people = [...here]
    .filter(([id]) => id !== live.userId)
    .map(([id, name]) => ({ id, name: name === "" ? t("thread.author.unknown") : name }));
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(`${location.origin}/t/${live.threadId}`);
    setCopied(true);
  };
  return (
    <>
      {people.length > 0 && (
        <span title={t("thread.here", { names: people.map(({ name }) => name).join(", ") })}>
          <Avatars people={people} />
        </span>
      )}
      {guests > 0 && (
        <span class="caption muted numbers no-phone">+{t("thread.guests", { count: guests })}</span>
      )}
      <Menu
        items={[
          ...(live.mayChat.value ? [{ label: t("thread.rename"), onChoose: onRename }] : []),
          {
            label: t(isCopied ? "action.copied" : "thread.copyLink"),
            icon: "link" as const,
            onChoose: () => void copy(),
          },
          {
            label: t("thread.publicLink"),
            icon: "link" as const,
            onChoose: () => (publicLink.value = { answerId: null }),
          },
        ]}
        button={(attributes) => <IconButton icon="more" name={t("action.more")} {...attributes} />}
      />
    </>
  );
}
