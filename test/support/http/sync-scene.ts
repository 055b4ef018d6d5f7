import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { createClient, type KnowledgeClient } from "../../../client/src/index.ts";
import { commandLine } from "./command-line.ts";
import { emailOf } from "./remote-user.ts";
import type { RemoteService } from "./service.ts";

/** A person with a folder, who runs `knowledge sync` in it. */
export async function syncScene(
  service: RemoteService,
  name: string,
  variables: Readonly<Record<string, string>> = {},
) {
  const folder = await mkdtemp(join(tmpdir(), "knowledge-cli-sync-"));
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }));
  const token = await service.token(emailOf(name));
  const client = createClient({ origin: service.url, token });
  const { personalId } = await client.signIn({ email: emailOf(name) });
  const { knowledge, start } = commandLine(folder);
  const env = { KNOWLEDGE_ORIGIN: service.url, KNOWLEDGE_TOKEN: token, ...variables };
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  const run = async (...args: string[]) => await knowledge(args, "", env);
  return {
    folder,
    client,
    personalId,
    write,
    run,
    knowledge,
    sync: async (...args: string[]) => await run("sync", "notes", "--to", "Team/Notes", ...args),
    start: (...args: string[]) => start(args, env),
    stored: async () => await storedBelow(client, personalId),
    stateFile: async () => {
      const place = join(folder, "state", "knowledge", "sync");
      return join(place, (await readdir(place)).find((file) => file.endsWith(".jsonl")) ?? "");
    },
  };
}

/** Ids by the collection's label and the document's name, below a collection. */
export async function storedBelow(
  client: KnowledgeClient,
  collectionID: string,
  lifecycleState: "active" | "deleted" = "active",
): Promise<Record<string, string>> {
  const labels = new Map((await client.collections()).map(({ id, label }) => [id, label]));
  const { data } = await client.request("GET", "/v1/collection/{collectionID}/assets", {
    params: { collectionID },
    query: { includeDescendants: "true", limit: 200, lifecycleState },
    headers: { prefer: "identifiers=text" },
  });
  const places = data.result.entities.map(({ data: { displayName, id }, collectionIds }) => {
    const [holder = ""] = collectionIds as unknown as string[];
    return [`${labels.get(holder) ?? ""}/${displayName}`, id] as const;
  });
  return Object.fromEntries(places.sort(([one], [other]) => (one < other ? -1 : 1)));
}
