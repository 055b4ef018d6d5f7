import type { ComponentChildren, VNode } from "preact";
import { ApiError } from "../../data/client.ts";
import { t } from "../../words/t.ts";
import { Button, ButtonLink } from "../button/button.tsx";
import { session } from "../../data/session.ts";

/** What did not work, in one sentence, and one verb. Hidden and missing things look the same. */
export function ErrorState({
  error,
  onRetry,
}: {
  error: unknown;
  onRetry?: (() => void) | undefined;
}): VNode {
  if (isHidden(error)) return <NotFound />;
  const message = error instanceof ApiError ? error.message : t("error.title");
  const operationId = error instanceof ApiError ? error.operationId : "";
  return (
    <div class="empty column" role="alert">
      <p>
        <bdi lang="en">{message}</bdi>
      </p>
      {onRetry !== undefined && (
        <Button icon="again" onClick={onRetry}>
          {t("action.retry")}
        </Button>
      )}
      {operationId !== "" && (
        <details class="small muted">
          <summary>{t("error.details")}</summary>
          <p>{t("error.operation", { id: operationId })}</p>
        </details>
      )}
    </div>
  );
}

/** "You may not see this, or it does not exist." and the person's name. */
export function NotFound({ children }: { children?: ComponentChildren }): VNode {
  const { value } = session;
  return (
    <div class="empty column">
      <p>{children ?? t("error.notFound")}</p>
      {value.state === "signed-in" && (
        <p class="small muted">{t("error.signedInAs", { name: value.person.name })}</p>
      )}
      <ButtonLink href="/">{t("error.toHome")}</ButtonLink>
    </div>
  );
}

export function isHidden(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 403);
}
