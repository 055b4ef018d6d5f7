import type { VNode } from "preact";
import { CutName } from "../../parts/cut-name/cut-name.tsx";
import { endDrag } from "../../parts/drag/dragged.ts";
import { Icon } from "../../parts/icon/icon.tsx";
import { formatAge, formatBytes } from "../../words/formats.ts";
import { t } from "../../words/t.ts";
import { DocumentMenu } from "./document-menu.tsx";
import { DocumentState } from "./document-state.tsx";
import { FailureHelp } from "./failure-help.tsx";
import { iconOf } from "./icon-of.ts";
import type { Listed, RowEvents } from "./listed.ts";
import { NameField } from "./name-field.tsx";

/** One document: name, state, size, author and time. It is empty until its page of the list is read. */
export function DocumentRow({
  index,
  top,
  listed,
  isActive,
  isSelected,
  isRenamed,
  collectionId,
  on,
}: {
  index: number;
  top: number;
  listed: Listed | null;
  isActive: boolean;
  isSelected: boolean;
  isRenamed: boolean;
  collectionId: string;
  on: RowEvents;
}): VNode {
  const style = { insetBlockStart: `${top}px` };
  if (listed === null)
    return (
      <div
        role="row"
        class="document-row row"
        aria-rowindex={index + 2}
        tabIndex={isActive ? 0 : -1}
        style={style}
        onFocus={on.focus}
      >
        <span role="gridcell" />
      </div>
    );
  const { data } = listed;
  return (
    <div
      role="row"
      class="document-row row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
      style={style}
      onFocus={on.focus}
      draggable={!isRenamed && listed.actions.includes("write")}
      onDragStart={on.drag}
      onDragEnd={endDrag}
    >
      <span role="gridcell" class="document-check">
        <label>
          <input
            type="checkbox"
            tabIndex={-1}
            checked={isSelected}
            aria-label={t("library.selectNamed", { name: data.displayName })}
            onClick={(event) => on.select(event.shiftKey)}
          />
        </label>
      </span>
      <span role="gridcell" class="column-name row">
        <Icon name={iconOf(data.contentType)} />
        <Name {...{ listed, isActive, isRenamed, collectionId, on }} />
      </span>
      <DocumentState state={data.lifecycleState} />
      <span role="gridcell" class="column-size small muted numbers">
        {formatBytes(data.filesize)}
      </span>
      <span role="gridcell" class="column-addedBy small muted cut">
        <bdi>{data.userDisplayName}</bdi>
      </span>
      <span role="gridcell" class="column-changed small muted">
        {formatAge(new Date(data.modifiedAt))}
      </span>
      <span role="gridcell" class="document-more">
        <DocumentMenu listed={listed} isTabStop={isActive} collectionId={collectionId} on={on} />
      </span>
    </div>
  );
}

/** The name, or the field that changes it. Below a failed document stands the problem. */
function Name({
  listed,
  isActive,
  isRenamed,
  collectionId,
  on,
}: {
  listed: Listed;
  isActive: boolean;
  isRenamed: boolean;
  collectionId: string;
  on: RowEvents;
}): VNode {
  const { data } = listed;
  if (isRenamed)
    return <NameField listed={listed} collectionId={collectionId} onEnd={() => on.rename(false)} />;
  return (
    <span class="grow column">
      <a class="cut" href={`/d/${data.id}`} tabIndex={isActive ? 0 : -1}>
        <CutName name={data.displayName} />
      </a>
      {data.lifecycleState === "failed" && (
        <FailureHelp
          failure={data.failureCode}
          reason={data.processingFailureReason ?? ""}
          isTabStop={isActive}
        />
      )}
    </span>
  );
}
