import fc from "fast-check";
import { type AccessModel, type Command } from "./access-model.ts";
import { MODEL_ACTIONS, type ModelCollection, type ModelUser } from "./model-user.ts";

/** The number of callers in a generated history. */
export const PEOPLE = 3;

/**
 * The numbers select among the existing records. Unless `blindly` is set, the selection prefers permitted
 * commands.
 */
export const stepArbitraries = {
  by: fc.nat(PEOPLE - 1),
  other: fc.nat(999),
  place: fc.nat(999),
  target: fc.nat(999),
  asset: fc.nat(999),
  actions: fc.subarray(MODEL_ACTIONS),
  blindly: fc.nat(3).map((nth) => nth === 0),
};

export interface AccessStep {
  readonly kind: Command["kind"];
  readonly other: number;
  readonly place: number;
  readonly target: number;
  readonly asset: number;
  readonly actions: readonly (typeof MODEL_ACTIONS)[number][];
  readonly blindly: boolean;
}

/** The command that a step stands for in the current state. Null if no record fits. */
export function commandOf(
  model: AccessModel,
  by: ModelUser,
  { kind, other, place, target, asset, actions, blindly }: AccessStep,
): Command | null {
  const pick = <T>(all: readonly T[], at: number): T => all[at % all.length] as T;
  const readable = model.readable(by);
  const folders = readable.filter((each) => each.kind === "collection");
  const seen = blindly ? model.collections : folders.length > 0 ? folders : readable;
  const collection = pick(seen, place);
  const to = pick(
    model.users.filter((user) => blindly || user !== by),
    other,
  );
  switch (kind) {
    case "create":
      return { kind, parent: collection };
    case "add":
      return { kind, collection };
    case "move":
      return moveOf(collection, blindly ? seen : readable, target, blindly);
    case "share": {
      const own = actions.filter((action) => blindly || model.actionsOn(by, collection).includes(action));
      return own.length === 0 ? null : { kind, collection, to, actions: own };
    }
    case "change": {
      const members = blindly
        ? []
        : model
            .memberships(readable)
            .filter(({ user, collection: { kind } }) => user !== by || kind === "collection");
      const member = members[target % members.length];
      return { kind, collection: member?.collection ?? collection, to: member?.user ?? to, actions };
    }
    case "link":
    case "unlink": {
      const found = model.assets.filter((each) => blindly || model.actionsOnAsset(by, each).length > 0);
      if (found.length === 0) return null;
      const linked = pick(found, asset);
      const fitting = seen.filter((each) =>
        kind === "unlink" ? linked.collections.has(each) : each.organizationId === linked.organizationId,
      );
      return {
        kind,
        collection: blindly || fitting.length === 0 ? collection : pick(fitting, place),
        asset: linked,
      };
    }
    case "merge":
      return { kind, into: by, old: to };
    default:
      return kind satisfies never;
  }
}

function moveOf(
  collection: ModelCollection,
  to: readonly ModelCollection[],
  target: number,
  blindly: boolean,
): Command {
  const parents = blindly
    ? to
    : to.filter(({ organizationId }) => organizationId === collection.organizationId);
  return { kind: "move", collection, parent: parents[target % parents.length] as ModelCollection };
}
