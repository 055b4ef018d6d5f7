import type { VNode } from "preact";
import { t } from "../../words/t.ts";
import { useThread } from "../thread-context.ts";
import { TypingLine } from "../typing-line.tsx";
import { Composer } from "./composer.tsx";

/** What stands below the messages: documents that are being read, people who type, and the composer. */
export function ComposerPlace(): VNode {
  const { thread } = useThread();
  const { live } = thread;
  return (
    <>
      <PendingLine />
      <TypingLine />
      {live.mayChat.value ? (
        <Composer
          kept={thread.composer}
          onSend={(text, scopes) => thread.ask(text, scopes)}
          lastQuestion={() => thread.lastQuestion()}
        />
      ) : (
        <p class="small muted">{t("composer.readOnly")}</p>
      )}
    </>
  );
}

/** Documents of the thread that are still being read. */
function PendingLine(): VNode | null {
  const { live } = useThread().thread;
  const count = live.pendingAssets.value;
  return count === 0 ? null : <p class="caption muted">{t("thread.pending", { count })}</p>;
}
