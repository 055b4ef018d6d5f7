import type { ComponentChildren, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { archiveExports, type SavedPart, startExport, stopExport } from "../../data/archive-export.ts";
import { ApiError } from "../../data/client.ts";
import { Button, ButtonLink } from "../../parts/button/button.tsx";
import { formatBytes } from "../../words/formats.ts";
import { t } from "../../words/t.ts";
import { OfOrganization } from "./shared/of-organization.tsx";
import { Refusal } from "./shared/refusal.tsx";

/** The data of the person and of an organization as archives. */
export function Export(): VNode {
  return (
    <OfOrganization title="export.title">
      {({ id, label }) => (
        <>
          <p class="small muted">{t("export.text")}</p>
          <ExportOf subject="self" name={t("export.own")}>
            {t("export.ownText")}
          </ExportOf>
          <ExportOf subject={id} name={t("export.organization", { label })}>
            {t("export.organizationText")}
          </ExportOf>
        </>
      )}
    </OfOrganization>
  );
}

function ExportOf({
  subject,
  name,
  children,
}: {
  subject: string;
  name: string;
  children: ComponentChildren;
}): VNode {
  const found = archiveExports.value.get(subject);
  const { state, parts = [], bytes = 0, error = null } = found ?? {};
  return (
    <div class="column settings-form settings-row">
      <h3>
        <bdi>{name}</bdi>
      </h3>
      <p class="small">{children}</p>
      {state === "running" ? (
        <p class="row wraps">
          <progress aria-label={name} />
          <span class="grow small numbers">
            {t("export.running", { part: parts.length + 1, size: formatBytes(bytes) })}
          </span>
          <Button size="small" icon="stop" onClick={() => stopExport(subject)}>
            {t("export.stop")}
          </Button>
        </p>
      ) : (
        <div>
          <Button aria-label={t("export.startNamed", { name })} onClick={() => startExport(subject)}>
            {t("export.start")}
          </Button>
        </div>
      )}
      {state === "broken" &&
        (error instanceof ApiError ? <Refusal error={error} /> : <p role="alert">{t("export.broken")}</p>)}
      {state === "done" && (
        <p role="status" class="small">
          {t("export.done", { count: parts.length, size: formatBytes(bytes) })}
        </p>
      )}
      {parts.map((part) => (
        <SavePart key={part.name} part={part} />
      ))}
    </div>
  );
}

/** A link that saves one archive. Its address lives as long as it is on the page. */
function SavePart({ part: { name, archive } }: { part: SavedPart }): VNode {
  const [address, setAddress] = useState("");
  useEffect(() => {
    const made = URL.createObjectURL(archive);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [archive]);
  return (
    <div>
      {address !== "" && (
        <ButtonLink icon="download" href={address} download={name}>
          {t("export.save", { name })}
        </ButtonLink>
      )}
    </div>
  );
}
