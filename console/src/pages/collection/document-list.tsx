import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { CollectionTree } from "../../data/collection-tree.ts";
import { beginDrag } from "../../parts/drag/dragged.ts";
import { ErrorState } from "../../parts/empty/error-state.tsx";
import { keepScroll } from "../../parts/frame/keep-scroll.ts";
import { LaterParts } from "./later-parts.ts";
import { rowPixels } from "../../parts/rows/row-pixels.ts";
import { useFocusWhenDrawn } from "../../parts/rows/use-focus-when-drawn.ts";
import { type Rows, useRows } from "../../parts/rows/use-rows.ts";
import { Skeleton } from "../../parts/skeleton/skeleton.tsx";
import { t } from "../../words/t.ts";
import { deleteDocuments } from "./delete-documents.ts";
import { DocumentRow } from "./document-row.tsx";
import { gridAct } from "./grid-act.ts";
import { HeadRow } from "./head-row.tsx";
import type { Listed, RowEvents } from "./listed.ts";
import { NoDocuments } from "./no-documents.tsx";
import { type Chosen, chosenOf, type Selection, useSelection } from "./selection.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { startThread } from "./start-thread.ts";
import { PER_PAGE, usePage } from "./use-page.ts";

/** The grid's head is its first row. */
const FIRST_ROW = 2;

/** The documents of a collection as a grid that draws only the rows on the screen. */
export function DocumentList({ collectionId, tree }: { collectionId: string; tree: CollectionTree }): VNode {
  const { query: asked, route } = useLocation();
  const sort = asked["sort"] ?? "-modifiedAt";
  const { data, error } = usePage(collectionId, sort, 0);
  const loaded = useRef(new Map<number, Listed>()).current;
  const selection = useSelection(loaded);
  const [isMoving, setMoving] = useState(false);
  if (error !== null && data === null) return <ErrorState error={error} />;
  if (data === null) return <Skeleton lines={8} />;
  const { count } = data.pagination;
  if (count === 0) return <NoDocuments collectionId={collectionId} tree={tree} />;
  const chosen = selection.documents;
  const ids = chosen.map(({ id }) => id);
  const remove = (documents: readonly Chosen[]): void => {
    selection.clear();
    void deleteDocuments(documents, collectionId);
  };
  return (
    <div class="documents column grow">
      {selection.ids.size > 0 && (
        <SelectionBar
          count={selection.ids.size}
          onAsk={() => void startThread(collectionId, ids).then((address) => route(address))}
          onMove={() => setMoving(true)}
          onDelete={() => remove(chosen)}
          onClear={selection.clear}
        />
      )}
      <DocumentGrid
        key={sort}
        {...{ collectionId, sort, count, loaded, selection }}
        onMove={() => setMoving(true)}
        onDelete={remove}
      />
      {isMoving && chosen.length > 0 && (
        <LaterParts.Move
          kind="assets"
          ids={ids}
          names={chosen.map(({ name }) => name)}
          from={collectionId}
          tree={tree}
          onClose={() => setMoving(false)}
          onMoved={selection.clear}
        />
      )}
    </div>
  );
}

interface GridProps {
  collectionId: string;
  sort: string;
  count: number;
  /** The drawn documents by their place. */
  loaded: Map<number, Listed>;
  selection: Selection;
  onMove: () => void;
  onDelete: (documents: readonly Chosen[]) => void;
}

function DocumentGrid(props: GridProps): VNode {
  const { collectionId, sort, count, loaded, selection, onMove, onDelete } = props;
  const { route } = useLocation();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useRows(count, rowPixels("--row"), () => scroller.current);
  const focus = useFocusWhenDrawn(scroller);
  useEffect(() => (scroller.current === null ? undefined : keepScroll(scroller.current)), []);
  const [active, setActive] = useState(0);
  const [renamed, setRenamed] = useState<number | null>(null);
  const goTo = (at: number): void => {
    setActive(at);
    rows.scrollTo(at);
    focus(`[aria-rowindex="${at + FIRST_ROW}"]`);
  };
  // The last row was deleted with the focus on it.
  useLayoutEffect(() => {
    if (active >= count && document.activeElement === document.body) goTo(count - 1);
  }, [count]);
  const eventsOf = (at: number): RowEvents => ({
    focus: () => setActive(at),
    select: (isRange) => (isRange ? selection.extendTo(at) : selection.toggle(at)),
    rename: (isNow) => {
      setRenamed(isNow ? at : null);
      if (!isNow) goTo(at);
    },
    move: () => {
      selection.chooseOnly(at);
      onMove();
    },
    remove: () => onDelete([loaded.get(at)].flatMap((each) => (each === undefined ? [] : chosenOf(each)))),
    drag: (event) => dragRow(event, loaded.get(at), selection, collectionId),
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const act = gridAct(event, active, count);
    const row = loaded.get(active);
    if (act === null || row === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (typeof act === "object") {
      if (act.extends) selection.extendTo(act.goTo);
      else selection.beginAt(act.goTo);
      return goTo(act.goTo);
    }
    const on = eventsOf(active);
    const hasChosen = selection.ids.size > 0;
    if (act === "toggle") selection.toggle(active);
    else if (act === "all") selection.chooseAll();
    else if (act === "rename") on.rename(true);
    else if (act === "open") route(`/d/${row.data.id}`);
    else if (act === "remove") onDelete(hasChosen ? selection.documents : [chosenOf(row)]);
    else if (act === "clear") selection.clear();
    else if (hasChosen) onMove();
    else on.move();
  };
  const pages = [...new Set(rows.items.map(({ index }) => Math.floor(index / PER_PAGE)))];
  return (
    <div ref={scroller} class="documents-scroller grow">
      <div
        role="grid"
        class="documents-grid"
        aria-label={t("library.documents")}
        aria-rowcount={count + 1}
        aria-multiselectable="true"
        onKeyDown={onKeyDown}
      >
        <HeadRow sort={sort} collectionId={collectionId} />
        <div role="rowgroup" class="documents-rows" style={{ blockSize: `${rows.height}px` }}>
          {pages.map((page) => (
            <PageOfRows
              key={page}
              {...{ collectionId, sort, page, rows, loaded, selection, active, renamed, eventsOf }}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** Drags a row, and the other chosen ones with it. */
function dragRow(
  event: DragEvent,
  row: Listed | undefined,
  { ids, documents, clear }: Selection,
  from: string,
): void {
  if (row === undefined) return;
  const dragged = ids.has(row.data.id) ? documents : [chosenOf(row)];
  beginDrag(event, {
    kind: "assets",
    ids: dragged.map(({ id }) => id),
    names: dragged.map(({ name }) => name),
    from,
    onMoved: clear,
  });
}

/** One request of the listing with its rows on the screen. A row is empty until its page is read. */
function PageOfRows({
  collectionId,
  sort,
  page,
  rows,
  loaded,
  selection,
  active,
  renamed,
  eventsOf,
}: Pick<GridProps, "collectionId" | "sort" | "loaded" | "selection"> & {
  page: number;
  rows: Rows;
  active: number;
  renamed: number | null;
  eventsOf: (at: number) => RowEvents;
}): VNode {
  const { data } = usePage(collectionId, sort, page);
  const entities = data?.result.entities ?? [];
  for (const [at, each] of entities.entries()) loaded.set(page * PER_PAGE + at, each);
  return (
    <>
      {rows.items
        .filter(({ index }) => Math.floor(index / PER_PAGE) === page)
        .map(({ index, start }) => {
          const listed = entities[index % PER_PAGE] ?? null;
          return (
            <DocumentRow
              key={index}
              index={index}
              top={start}
              listed={listed}
              isActive={index === active}
              isSelected={selection.ids.has(listed?.data.id ?? "")}
              isRenamed={index === renamed}
              collectionId={collectionId}
              on={eventsOf(index)}
            />
          );
        })}
    </>
  );
}
