import type { ThreadFrame } from "../../client/src/index.ts";
import { createCollection } from "../../scripts/demo/workspace.ts";
import { addReadyFile, type RemoteUser, share, signUp, textFile } from "./client.ts";
import type { RemoteService } from "./service.ts";

export const PIERS = "The bridge over the Mole stands on nine piers of Portland stone.";
export const QUESTION = "How many piers does the bridge over the Mole stand on?";

/** The room keeps 8 MiB of events. */
export const KEPT_BYTES = 8 * 1024 * 1024;
export const MAX_REMARK = 32_768;
/** Options of a client that never treats silence as a broken connection. */
export const PATIENT = { pingMs: 600_000, silenceMs: 600_000 };

export const upTo = (count: number): number[] => Array.from({ length: count }, (_, position) => position + 1);
export const seqs = (frames: readonly ThreadFrame[]): number[] => frames.map(({ seq }) => seq);

export interface ClientScene {
  readonly ada: RemoteUser;
  readonly bob: RemoteUser;
  /** Ada's collection, in which both users may chat. It contains a document with `PIERS`. */
  readonly sharedId: string;
}

/** Creates two users of a service without rate limits, who share a document that answers `QUESTION`. */
export async function createClientScene(service: RemoteService): Promise<ClientScene> {
  const [ada, bob] = await Promise.all([signUp(service, "ada"), signUp(service, "bob")]);
  const sharedId = await createCollection(ada.api, ada.workspace.personalId, "Shared");
  await share(ada, sharedId, bob, ["chat"]);
  await addReadyFile(ada, sharedId, textFile("bridge.txt", `${PIERS}\n`));
  return { ada, bob, sharedId };
}
