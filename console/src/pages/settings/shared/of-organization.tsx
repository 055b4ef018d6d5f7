import type { ComponentChildren, VNode } from "preact";
import { useLocation } from "preact-iso";
import { type Organization, useOrganizations } from "../../../data/organizations.ts";
import { workspace } from "../../../data/session.ts";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import { type PlainKey, t } from "../../../words/t.ts";
import { Choice } from "./choice.tsx";

/**
 * A part about one organization: the person's own, or the one that `?org=` names. Whoever reads the roots of
 * several organizations chooses among them.
 */
export function OfOrganization({
  title,
  children,
}: {
  title: PlainKey;
  children: (organization: Organization) => ComponentChildren;
}): VNode {
  const { path, query: asked, route } = useLocation();
  const organizations = useOrganizations();
  const ownId = workspace.value?.organizationContext.organizationId;
  const shown =
    organizations?.find(({ id }) => id === (asked["org"] ?? ownId)) ??
    organizations?.find(({ id }) => id === ownId) ??
    organizations?.[0];
  return (
    <section class="column">
      <h2>{t(title)}</h2>
      {organizations !== null && organizations.length > 1 && (
        <Choice
          label={t("organization.choose")}
          value={shown?.id ?? ""}
          options={organizations.map(({ id, label }) => [id, label])}
          onChoose={(id) => route(`${path}?org=${id}`)}
        />
      )}
      {organizations === null && <Skeleton lines={4} />}
      {organizations?.length === 0 && <p class="muted">{t("organization.ownersOnly")}</p>}
      {shown !== undefined && <Keyed key={shown.id}>{children(shown)}</Keyed>}
    </section>
  );
}

/** Another organization starts with fresh state. */
function Keyed({ children }: { children: ComponentChildren }): VNode {
  return <>{children}</>;
}
