import type { VNode } from "preact";
import { formatList } from "../words/formats.ts";
import { t } from "../words/t.ts";
import { useThread } from "./thread-context.ts";

/** Names at most. More people are "others". */
const MAX_NAMES = 3;

/** Who else types. The line keeps its height when nobody does. */
export function TypingLine(): VNode {
  const { live } = useThread().thread;
  const others = live.presence.value.typing.filter((id) => id !== live.userId);
  return <Typing names={others.map((id) => live.nameOf(id) || t("thread.author.unknown"))} />;
}

export function Typing({ names }: { names: readonly string[] }): VNode {
  return (
    <p class="typing-line caption muted">
      <bdi>{told(names)}</bdi>
    </p>
  );
}

function told(names: readonly string[]): string {
  const [name] = names;
  if (name === undefined) return "";
  if (names.length === 1) return t("thread.typing.one", { name });
  const shown = names.slice(0, MAX_NAMES);
  const all = names.length > MAX_NAMES ? [...shown, t("thread.typing.others")] : shown;
  return t("thread.typing.several", { names: formatList(all) });
}
