import {
  type ModelAction,
  MODEL_ACTIONS,
  type ModelUser,
  type ModelCollection,
  actor,
  pathTo,
  impliedActions,
} from "./model-user.ts";

export interface ModelAsset {
  readonly id: string;
  readonly organizationId: string;
  readonly collections: Set<ModelCollection>;
}

interface ModelGrant {
  readonly user: ModelUser;
  readonly collection: ModelCollection;
  readonly action: ModelAction;
}

export type Command =
  | { readonly kind: "create"; readonly parent: ModelCollection }
  | { readonly kind: "add"; readonly collection: ModelCollection }
  | { readonly kind: "move"; readonly collection: ModelCollection; readonly parent: ModelCollection }
  | {
      readonly kind: "share" | "change";
      readonly collection: ModelCollection;
      readonly to: ModelUser;
      readonly actions: readonly ModelAction[];
    }
  | { readonly kind: "link" | "unlink"; readonly collection: ModelCollection; readonly asset: ModelAsset }
  | { readonly kind: "merge"; readonly into: ModelUser; readonly old: ModelUser };

export type Rejection = "not_found" | "permission_denied" | "failed_precondition" | "invalid_argument";

/** The commands that keys may send. All other commands need a person. */
const BY_KEY: readonly Command["kind"][] = ["create", "add"];

export class AccessModel {
  readonly users: ModelUser[] = [];
  readonly collections: ModelCollection[] = [];
  readonly assets: ModelAsset[] = [];
  #grants: ModelGrant[] = [];

  grant(user: ModelUser, collection: ModelCollection, action: ModelAction): void {
    this.#grants.push({ user, collection, action });
  }

  /** The direct grants on the collections. */
  memberships(collections: readonly ModelCollection[]): Pick<ModelGrant, "user" | "collection">[] {
    return this.#grants.filter(({ collection }) => collections.includes(collection));
  }

  /**
   * The user's effective actions on the collection. A key has the intersection of its user's actions and its
   * own scope.
   */
  actionsOn(user: ModelUser, collection: ModelCollection): ModelAction[] {
    const { scope } = user;
    if (scope === undefined)
      return impliedActions(pathTo(collection).flatMap((each) => this.#granted(user, each)));
    const named =
      scope.collections.length === 0
        ? [collection]
        : pathTo(collection).filter((each) => scope.collections.includes(each));
    const reached = impliedActions(named.flatMap((each) => this.actionsOn(actor(user), each)));
    const wanted = impliedActions(scope.actions);
    return MODEL_ACTIONS.filter((action) => reached.includes(action) && wanted.includes(action));
  }

  /** The user's effective actions on the asset, through every collection that contains it. */
  actionsOnAsset(user: ModelUser, asset: ModelAsset): ModelAction[] {
    return impliedActions([...asset.collections].flatMap((holder) => this.actionsOn(user, holder)));
  }

  readable(user: ModelUser): ModelCollection[] {
    return this.collections.filter((collection) => this.actionsOn(user, collection).length > 0);
  }

  /** The path from the topmost collection that the user may read down to this one. */
  visiblePath(user: ModelUser, collection: ModelCollection): ModelCollection[] {
    return pathTo(collection).filter((each) => this.actionsOn(user, each).length > 0);
  }

  /**
   * The error codes with which the service may reject the command. An empty list means that the command must
   * succeed.
   */
  rejections(by: ModelUser, command: Command): Rejection[] {
    if (by.scope !== undefined && !BY_KEY.includes(command.kind)) return ["permission_denied"];
    const denied = this.#denials(by, command);
    return denied.length > 0 ? denied : this.#wrongStates(by, command);
  }

  /** Applies a command that succeeded. `newId` is the id of the record that it created. */
  apply(by: ModelUser, command: Command, newId: string): void {
    switch (command.kind) {
      case "create":
        this.collections.push({ ...command.parent, id: newId, kind: "collection", parent: command.parent });
        return;
      case "add":
        this.assets.push({
          id: newId,
          organizationId: command.collection.organizationId,
          collections: new Set([command.collection]),
        });
        return;
      case "move":
        command.collection.parent = command.parent;
        return;
      case "share":
        if (actor(command.to) !== actor(by))
          for (const action of command.actions) this.grant(command.to, command.collection, action);
        return;
      case "change":
        this.#grants = this.#grants.filter(
          ({ user, collection }) => actor(user) !== command.to || collection !== command.collection,
        );
        for (const action of command.actions) this.grant(command.to, command.collection, action);
        return;
      case "link":
        command.asset.collections.add(command.collection);
        return;
      case "unlink":
        command.asset.collections.delete(command.collection);
        return;
      case "merge":
        command.old.mergedInto = command.into;
        return;
      default:
        command satisfies never;
    }
  }

  /**
   * The codes for records that the caller may not see or change. They take precedence over all other codes.
   */
  #denials(by: ModelUser, command: Command): Rejection[] {
    switch (command.kind) {
      case "create":
        return denials([this.actionsOn(by, command.parent), ["write"]]);
      case "add":
        return denials([this.actionsOn(by, command.collection), ["write"]]);
      case "move":
        return [
          ...denials(
            [this.actionsOn(by, command.collection), ["write", "share"]],
            [this.actionsOn(by, command.parent), ["write"]],
          ),
          ...(this.#wrongStates(by, command).length === 0 && this.#movesRights(by, command)
            ? (["permission_denied"] as const)
            : []),
        ];
      case "share":
        return denials([this.actionsOn(by, command.collection), ["share", ...command.actions]]);
      case "change":
        return denials([this.actionsOn(by, command.collection), this.#givesUp(by, command) ? [] : ["share"]]);
      case "link":
        return denials(
          [this.actionsOn(by, command.collection), ["write"]],
          [this.actionsOnAsset(by, command.asset), ["share"]],
        );
      case "unlink":
        return denials(
          [this.actionsOn(by, command.collection), ["write"]],
          [this.actionsOnAsset(by, command.asset), ["read"]],
        );
      case "merge":
        return [];
      default:
        return command satisfies never;
    }
  }

  /**
   * Whether the move adds a right that the mover could not grant, or removes `own` without the mover having
   * it. Compares everybody's rights on the whole subtree before and after.
   */
  #movesRights(by: ModelUser, { collection, parent }: Extract<Command, { kind: "move" }>): boolean {
    const subtree = this.collections.filter((each) => pathTo(each).includes(collection));
    const all = subtree.flatMap((node) => this.users.map((user) => ({ node, user })));
    const rights = () => all.map(({ node, user }) => this.actionsOn(user, node));
    const [before, grantable, place] = [
      rights(),
      all.map(({ node }) => this.actionsOn(by, node)),
      collection.parent,
    ];
    collection.parent = parent;
    const after = rights();
    collection.parent = place;
    return all.some((_, at) => {
      const isGranted = after[at]?.every(
        (action) => before[at]?.includes(action) || grantable[at]?.includes(action),
      );
      const losesOwn =
        before[at]?.includes("own") && !after[at]?.includes("own") && !grantable[at]?.includes("own");
      return !isGranted || losesOwn;
    });
  }

  #wrongStates(by: ModelUser, command: Command): Rejection[] {
    switch (command.kind) {
      case "create":
      case "add":
        return [];
      case "move": {
        const { collection, parent } = command;
        const isMovable =
          collection.kind === "collection" && collection.organizationId === parent.organizationId;
        return isMovable && !pathTo(parent).includes(collection) ? [] : ["failed_precondition"];
      }
      case "share":
        return command.to.mergedInto === null ? [] : ["invalid_argument"];
      case "change":
        return this.#wrongChanges(by, command.collection, command.to, command.actions);
      case "link":
        return command.asset.organizationId === command.collection.organizationId
          ? []
          : ["failed_precondition"];
      case "unlink": {
        const isLast =
          command.asset.collections.has(command.collection) && command.asset.collections.size === 1;
        return isLast ? ["failed_precondition"] : [];
      }
      case "merge":
        if (command.into === command.old) return ["invalid_argument"];
        return command.into.mergedInto === null && command.old.mergedInto === null
          ? []
          : ["failed_precondition"];
      default:
        return command satisfies never;
    }
  }

  /**
   * Callers cannot grant actions that they lack or remove `own` without having it. Inherited rights stay, and
   * a root keeps an owner.
   */
  #wrongChanges(
    by: ModelUser,
    collection: ModelCollection,
    to: ModelUser,
    actions: readonly ModelAction[],
  ): Rejection[] {
    if (to.mergedInto !== null) return ["invalid_argument"];
    const direct = this.#granted(to, collection);
    const given = actions.filter((action) => !impliedActions(direct).includes(action));
    const takesOwn = direct.includes("own") && !actions.includes("own");
    const needed = takesOwn ? [...given, "own" as const] : given;
    const inherited = collection.parent === null ? [] : this.actionsOn(to, collection.parent);
    const isOwnedByOther = this.#grants.some(
      (grant) => grant.collection === collection && grant.action === "own" && actor(grant.user) !== to,
    );
    const isImpossible =
      inherited.some((action) => !impliedActions(actions).includes(action)) ||
      (collection.parent === null && takesOwn && !isOwnedByOther);
    return [
      ...denials([this.actionsOn(by, collection), needed]),
      ...(isImpossible ? (["failed_precondition"] as const) : []),
    ];
  }

  /** Whether users only remove their own direct grants. */
  #givesUp(
    by: ModelUser,
    { collection, to, actions }: Pick<Extract<Command, { to: unknown }>, "collection" | "to" | "actions">,
  ): boolean {
    const given = impliedActions(this.#granted(to, collection));
    return actor(by) === to && actions.every((action) => given.includes(action));
  }

  /** The direct grants on the collection. */
  #granted(user: ModelUser, collection: ModelCollection): ModelAction[] {
    return this.#grants
      .filter((grant) => actor(grant.user) === actor(user) && grant.collection === collection)
      .map(({ action }) => action);
  }
}

export function denials(
  ...records: readonly (readonly [held: readonly ModelAction[], needed: readonly ModelAction[]])[]
): Rejection[] {
  return records.flatMap(([held, needed]) => {
    if (held.length === 0) return ["not_found" as const];
    return needed.every((action) => held.includes(action)) ? [] : ["permission_denied" as const];
  });
}
