import type { VNode } from "preact";
import { useLocation } from "preact-iso";
import { person, signOut, workspace } from "../../data/session.ts";
import { t } from "../../words/t.ts";
import { Icon } from "../icon/icon.tsx";
import { Menu, MenuLabel } from "../menu/menu.tsx";

/** The organization's name; it opens a menu with the person, the settings and the sign-out. */
export function AccountMenu(): VNode {
  const { route } = useLocation();
  const name = person.value?.name ?? "";
  return (
    <Menu
      label={
        <MenuLabel>
          <bdi>{name}</bdi>
          <br />
          <bdi>{person.value?.email}</bdi>
        </MenuLabel>
      }
      items={[
        { label: t("nav.settings"), icon: "settings", onChoose: () => route("/settings/profile") },
        { label: t("nav.signOut"), icon: "close", onChoose: () => void signOut() },
      ]}
      button={(attributes) => (
        <button type="button" class="side-name row" title={t("nav.account", { name })} {...attributes}>
          <span class="logo" aria-hidden="true">
            K
          </span>
          <b class="grow cut unfolded">
            <bdi>{workspace.value?.collections[0]?.label ?? t("app.name")}</bdi>
          </b>
          <span class="unseen">{t("nav.account", { name })}</span>
          <Icon name="down" class="small unfolded" />
        </button>
      )}
    />
  );
}
