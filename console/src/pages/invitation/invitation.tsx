import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { invalidate } from "../../data/cache.ts";
import { ApiError, client, idFromBytes } from "../../data/client.ts";
import { TREE } from "../../data/collection-tree.ts";
import { forgetLinkToken, useLinkToken } from "../../data/link-token.ts";
import { keepReturnAddress } from "../../data/return-address.ts";
import { readSession, session } from "../../data/session.ts";
import { Button, ButtonLink } from "../../parts/button/button.tsx";
import { t } from "../../words/t.ts";

/** Accepts an invitation, whose token stands behind `#`. Nothing is redeemed before the button. */
export function Invitation(): VNode {
  const { path, route } = useLocation();
  const token = useLinkToken();
  const [error, setError] = useState<string | null>(null);
  const { value } = session;
  useEffect(() => {
    document.title = t("invitation.title");
    if (value.state === "unknown") readSession().catch((thrown: unknown) => setError(String(thrown)));
  }, []);
  const accept = async (): Promise<void> => {
    try {
      const { data } = await client.request("POST", "/v1/claim-token/{token}", { params: { token } });
      invalidate(TREE);
      forgetLinkToken(path);
      const [first] = data.successfulGrants;
      const [failed] = data.unsuccessfulGrants;
      if (first === undefined && failed !== undefined) setError(failed.failureReason);
      else route(first === undefined ? "/" : `/c/${idFromBytes("col", first)}`, true);
    } catch (thrown) {
      setError(thrown instanceof ApiError ? thrown.message : String(thrown));
    }
  };
  return (
    <main class="alone column" id="content">
      <span class="logo" aria-hidden="true">
        K
      </span>
      <h1>{t("invitation.title")}</h1>
      {value.state === "signed-in" && token !== "" && (
        <>
          <p>{t("invitation.as", { name: value.person.name, email: value.person.email })}</p>
          <Button kind="primary" onClick={() => void accept()}>
            {t("invitation.accept")}
          </Button>
        </>
      )}
      {value.state === "signed-out" && (
        <>
          <p>{t("invitation.signIn")}</p>
          <ButtonLink kind="primary" href="/sign-in" onClick={() => keepReturnAddress(`/i#${token}`)}>
            {t("signIn.title")}
          </ButtonLink>
        </>
      )}
      {token === "" && <p role="alert">{t("invitation.noToken")}</p>}
      {error !== null && (
        <p class="field-error" role="alert">
          <bdi lang="en">{error}</bdi>
        </p>
      )}
    </main>
  );
}
