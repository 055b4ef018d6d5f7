import type { VNode } from "preact";
import { person, signOut, workspace } from "../../data/session.ts";
import { Button } from "../../parts/button/button.tsx";
import { t } from "../../words/t.ts";

/** The person as others see them. The name and the address come from the identity provider. */
export function Profile(): VNode {
  const facts = [
    [t("settings.name"), person.value?.name],
    [t("settings.email"), person.value?.email],
    [t("settings.organization"), workspace.value?.collections[0]?.label],
    [t("settings.issuer"), person.value?.issuer],
    [t("settings.userId"), workspace.value?.userId],
  ] as const;
  return (
    <section class="column">
      <h2>{t("settings.profile")}</h2>
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt class="small muted">{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <p class="small muted">{t("settings.fromIssuer")}</p>
      <div>
        <Button onClick={() => void signOut()}>{t("nav.signOut")}</Button>
      </div>
    </section>
  );
}
