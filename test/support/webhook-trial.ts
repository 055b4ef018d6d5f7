import { type AccessModel, actor, type ModelCollection, type ModelUser } from "./access-model.ts";
import { expectSame } from "./workspace-model/workspace-checks.ts";
import { testEnv } from "./env.ts";
import { createReceived, endWebhook, tellWebhooks } from "./told-webhooks.ts";

interface ModelWebhook {
  readonly maker: ModelUser;
  readonly root: ModelCollection;
  readonly made: Awaited<ReturnType<typeof createReceived>>;
  /** The event that was the last one when it was made, and events that it was told or that were withheld from it. */
  readonly before: string;
  readonly settled: Set<string>;
  readonly told: string[];
}

interface Change {
  readonly id: string;
  readonly collectionId: string;
}

/** What the audit log has of shares in an organization, in its order. */
async function changesOf({ organizationId }: ModelCollection): Promise<readonly Change[]> {
  const query = `SELECT id, target_id AS collectionId FROM audit_events WHERE organization_id = ?
    AND operation IN ('shareCollections', 'modifyCollectionPermissions') ORDER BY id`;
  return (await testEnv.DB.prepare(query).bind(organizationId).all<Change>()).results;
}

/** Webhooks of an access model: each is told exactly what its maker may read when it is told, as long as they own the organization. */
export class WebhookTrial {
  readonly #model: AccessModel;
  readonly #webhooks: ModelWebhook[] = [];

  constructor(model: AccessModel) {
    this.#model = model;
  }

  /** A webhook is made by those who own the organization, and by nobody else. */
  async make(maker: ModelUser, root: ModelCollection): Promise<void> {
    const mayMake = this.#owns(maker, root);
    const last = (await changesOf(root)).at(-1);
    const made = await createReceived({ ...maker, organizationId: root.organizationId } as never, "ok", {
      events: ["share.changed"],
    }).catch(() => null);
    expectSame(made !== null, mayMake);
    if (made !== null) this.#webhooks.push({ maker, root, made, before: last?.id ?? "", settled: new Set(), told: [] });
  }

  /** What is told now is what has happened since and may be read by whom owns the organization now; the rest is never told. */
  async tell(): Promise<void> {
    await tellWebhooks();
    for (const webhook of this.#webhooks) {
      const { maker, root, made, before, settled, told } = webhook;
      for (const { id, collectionId } of await changesOf(root)) {
        if (id <= before || settled.has(id)) continue;
        settled.add(id);
        const collection = this.#model.collections.find((each) => each.id === collectionId);
        if (collection === undefined) throw new Error(collectionId);
        if (this.#owns(maker, root) && this.#model.held(actor(maker), collection).length > 0) told.push(id);
      }
      const received = (await made.received()).map(({ headers }) => headers["webhook-id"]!);
      expectSame(received.toSorted(), told.toSorted());
    }
  }

  /** What is told next is not held up by these. */
  async end(): Promise<void> {
    for (const { made } of this.#webhooks) await endWebhook(made.webhookId);
  }

  #owns(maker: ModelUser, root: ModelCollection): boolean {
    return this.#model.held(actor(maker), root).includes("own");
  }
}
