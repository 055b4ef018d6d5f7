import { later } from "../../parts/later/later.tsx";

/** The dialogs and the rarer tab of the collection's page, each loaded with its first use. */
export const LaterParts = {
  Delete: later(async () => (await import("./delete-collection-dialog.tsx")).DeleteCollectionDialog),
  Folders: later(async () => (await import("./folder-dialog.tsx")).FolderDialog),
  Move: later(async () => (await import("../../parts/move-dialog/move-dialog.tsx")).MoveDialog),
  People: later(async () => (await import("./people-list.tsx")).PeopleList),
  Share: later(async () => (await import("../../parts/share-dialog/share-dialog.tsx")).ShareDialog),
  Web: later(async () => (await import("./web-dialog.tsx")).WebDialog),
};
