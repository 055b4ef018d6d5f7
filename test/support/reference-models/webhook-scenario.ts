import { type AccessModel } from "./access-model.ts";
import { actor, type ModelCollection, type ModelUser } from "./model-user.ts";
import { expectSame } from "./workspace/expect-rejected.ts";
import { testEnv } from "../setup/env.ts";
import { createReceivedWebhook, endWebhook, dispatchWebhooks } from "../http/received-webhooks.ts";

interface ModelWebhook {
  readonly maker: ModelUser;
  readonly root: ModelCollection;
  readonly made: Awaited<ReturnType<typeof createReceivedWebhook>>;
  /** The last event before its creation, and the events that it received or that were withheld. */
  readonly before: string;
  readonly settled: Set<string>;
  readonly told: string[];
}

interface Change {
  readonly id: string;
  readonly collectionId: string;
}

/** The audit log's grant changes in an organization, in order. */
async function changesOf({ organizationId }: ModelCollection): Promise<readonly Change[]> {
  const query = `SELECT id, target_id AS collectionId FROM audit_events WHERE organization_id = ?
    AND operation IN ('shareCollections', 'modifyCollectionPermissions') ORDER BY id`;
  return (await testEnv.DB.prepare(query).bind(organizationId).all<Change>()).results;
}

/**
 * Webhooks of an access model. Each receives exactly the events that its creator may read at dispatch, while
 * they own the organization.
 */
export class WebhookScenario {
  readonly #model: AccessModel;
  readonly #webhooks: ModelWebhook[] = [];

  constructor(model: AccessModel) {
    this.#model = model;
  }

  /** Only owners of the organization can create a webhook. */
  async make(maker: ModelUser, root: ModelCollection): Promise<void> {
    const mayMake = this.#owns(maker, root);
    const last = (await changesOf(root)).at(-1);
    const made = await createReceivedWebhook(
      { ...maker, organizationId: root.organizationId } as never,
      "ok",
      {
        events: ["share.changed"],
      },
    ).catch(() => null);
    expectSame(made !== null, mayMake);
    if (made !== null)
      this.#webhooks.push({ maker, root, made, before: last?.id ?? "", settled: new Set(), told: [] });
  }

  /**
   * Dispatches the events since the last dispatch that the creator, still an owner, may read now. The others
   * are never sent.
   */
  async tell(): Promise<void> {
    await dispatchWebhooks();
    for (const webhook of this.#webhooks) {
      const { maker, root, made, before, settled, told } = webhook;
      for (const { id, collectionId } of await changesOf(root)) {
        if (id <= before || settled.has(id)) continue;
        settled.add(id);
        const collection = this.#model.collections.find((each) => each.id === collectionId);
        if (collection === undefined) throw new Error(collectionId);
        if (this.#owns(maker, root) && this.#model.actionsOn(actor(maker), collection).length > 0)
          told.push(id);
      }
      const received = (await made.received()).map(({ headers }) => headers["webhook-id"]!);
      expectSame(received.toSorted(), told.toSorted());
    }
  }

  /** Ends the webhooks, so that they do not delay later deliveries. */
  async end(): Promise<void> {
    for (const { made } of this.#webhooks) await endWebhook(made.webhookId);
  }

  #owns(maker: ModelUser, root: ModelCollection): boolean {
    return this.#model.actionsOn(actor(maker), root).includes("own");
  }
}
