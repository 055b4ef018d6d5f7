import type { VNode } from "preact";
import { AccessList } from "../../parts/share-dialog/access-list.tsx";
import { ShareForm } from "../../parts/share-dialog/share-form.tsx";

/** The people, invitations and links of a collection as a tab. Only people who may share see it. */
export function PeopleList({ collectionId }: { collectionId: string }): VNode {
  return (
    <div class="page-padded people-list">
      <ShareForm collectionId={collectionId} />
      <AccessList collectionId={collectionId} heading="h2" />
    </div>
  );
}
