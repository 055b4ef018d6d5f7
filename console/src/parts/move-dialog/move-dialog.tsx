import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { invalidate } from "../../data/cache.ts";
import type { AccessEffects } from "../../data/client.ts";
import { type CollectionNode, type CollectionTree, TREE } from "../../data/collection-tree.ts";
import { t } from "../../words/t.ts";
import { Button } from "../button/button.tsx";
import { Dialog } from "../dialog/dialog.tsx";
import { Effects } from "../effects/effects.tsx";
import { Skeleton } from "../skeleton/skeleton.tsx";
import { Tree } from "../tree/tree.tsx";
import { type Moved, moveReason } from "./move-reason.ts";
import { messageOf, moveTo, preview } from "./moves.ts";

/** Chooses where documents, threads or a collection go, and shows who gains and who loses access first. */
export function MoveDialog({
  kind,
  ids,
  names,
  from,
  tree,
  to = null,
  onClose,
  onMoved,
}: Moved & {
  names: readonly string[];
  tree: CollectionTree;
  /** The collection that is chosen at first. */
  to?: CollectionNode | null;
  onClose: () => void;
  onMoved: () => void;
}): VNode {
  const [target, setTarget] = useState<CollectionNode | null>(to);
  const { effects, error, setError } = usePreview({ kind, ids, from }, target);
  const [isMoving, setMoving] = useState(false);
  const move = async (): Promise<void> => {
    if (target === null) return;
    setMoving(true);
    try {
      await moveTo({ kind, ids, from }, target.id);
      invalidate(TREE, from, target.id, ...ids);
      onMoved();
      onClose();
    } catch (thrown) {
      setError(messageOf(thrown));
      setMoving(false);
    }
  };
  const loses = effects?.effects.some(({ lost }) => lost.length > 0) ?? false;
  return (
    <Dialog
      size="wide"
      title={
        names.length === 1
          ? t("move.titleOne", { name: names[0] ?? "" })
          : t("move.title", { count: ids.length })
      }
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button
            kind={loses ? "danger" : "primary"}
            disabled={effects === null || isMoving}
            onClick={() => void move()}
          >
            {loses ? t("move.moveAndTake") : t("move.move")}
          </Button>
        </>
      }
    >
      <div class="move-columns">
        <Tree
          tree={tree}
          current={target?.id ?? null}
          label={t("move.where")}
          reasonOf={(node) => moveReason(node, { kind, ids, from }, tree)}
          onChoose={setTarget}
        />
        <Preview {...{ target, effects, error }} />
      </div>
    </Dialog>
  );
}

/** The effects of a move to the chosen collection, which changes nothing yet. */
function usePreview(
  moved: Moved,
  target: CollectionNode | null,
): {
  readonly effects: AccessEffects | null;
  readonly error: string | null;
  readonly setError: (error: string) => void;
} {
  const [effects, setEffects] = useState<AccessEffects | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    if (target === null) return;
    let isCurrent = true;
    setEffects(null);
    setError(null);
    preview(moved, target.id).then(
      (found) => isCurrent && setEffects(found),
      (thrown: unknown) => isCurrent && setError(messageOf(thrown)),
    );
    return () => {
      isCurrent = false;
    };
  }, [target?.id]);
  return { effects, error, setError };
}

function Preview({
  target,
  effects,
  error,
}: {
  target: CollectionNode | null;
  effects: AccessEffects | null;
  error: string | null;
}): VNode {
  return (
    <div class="column" aria-live="polite">
      {target === null && <p class="muted">{t("move.choose")}</p>}
      {target !== null && error === null && effects === null && <Skeleton />}
      {error !== null && (
        <p class="field-error" role="alert">
          <bdi lang="en">{error}</bdi>
        </p>
      )}
      {effects !== null && <Effects effects={effects} />}
    </div>
  );
}
