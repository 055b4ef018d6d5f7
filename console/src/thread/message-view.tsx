import type { VNode } from "preact";
import { Avatar } from "../parts/avatar/avatar.tsx";
import { Button } from "../parts/button/button.tsx";
import { Icon } from "../parts/icon/icon.tsx";
import { formatTime } from "../words/formats.ts";
import { t } from "../words/t.ts";
import { useThread } from "./thread-context.ts";
import type { MessageRow, RenameRow, UnsentRow } from "./timeline/row.ts";

/** A question or a remark. */
export function MessageView({ row }: { row: MessageRow }): VNode {
  const { live } = useThread().thread;
  const known = row.importedAuthor === "" ? live.nameOf(row.author) : row.importedAuthor;
  const name = known === "" ? t("thread.author.unknown") : known;
  return (
    <div class="message row">
      <Avatar name={name} id={row.author} />
      <div class="grow">
        <p class="message-by small row">
          <b>
            <bdi>{name}</bdi>
          </b>
          <time class="muted numbers" dateTime={new Date(row.at).toISOString()}>
            {formatTime(new Date(row.at))}
          </time>
        </p>
        <p class="message-text" dir="auto">
          {row.text}
        </p>
      </div>
    </div>
  );
}

export function RenameView({ row }: { row: RenameRow }): VNode {
  const { live } = useThread().thread;
  const known = live.nameOf(row.author);
  const name = known === "" ? t("thread.author.unknown") : known;
  return <p class="small muted rename">{t("thread.renamed", { name, label: row.label })}</p>;
}

/** A message that the thread does not hold yet: it waits for the connection, or was refused. */
export function UnsentView({ row }: { row: UnsentRow }): VNode {
  const { live } = useThread().thread;
  const { refusal, id, text } = row;
  const name = live.nameOf(live.userId);
  return (
    <div class="message row unsent">
      <Avatar name={name === "" ? "?" : name} id={live.userId} />
      <div class="grow">
        <p class="message-by small row">
          <b>
            <bdi>{name}</bdi>
          </b>
          {refusal === null ? (
            <span class="muted row">
              <Icon class="small" name="clock" />
              {t("message.sending")}
            </span>
          ) : (
            <span class="message-refusal row">
              <Icon class="small" name="alert" />
              {t("message.unsent")}: <bdi lang="en">{refusal}</bdi>
            </span>
          )}
        </p>
        <p class="message-text" dir="auto">
          {text}
        </p>
        {refusal !== null && (
          <div class="row">
            <Button size="small" icon="again" onClick={() => live.unsent.retry(id)}>
              {t("message.sendAgain")}
            </Button>
            <Button size="small" kind="quiet" onClick={() => void navigator.clipboard.writeText(text)}>
              {t("message.copy")}
            </Button>
            <Button size="small" kind="quiet" onClick={() => live.unsent.discard(id)}>
              {t("message.discard")}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
