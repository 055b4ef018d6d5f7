import { join } from "node:path";
import { startServer } from "../lib/server-process.ts";
import { createPlace, startService } from "../lib/service.ts";
import type { CrowdTask } from "./task.ts";

const MEMBERS = ["ada", "ben", "cyd", "dan", "eve"];

export interface System {
  readonly name: string;
  /** Creates an unused room, and the text whose frames have this size. */
  readonly room: (frameBytes: number) => Promise<Pick<CrowdTask, "url" | "headers" | "text">>;
  readonly stop: () => Promise<void>;
}

/** The service: real members of one thread who post text messages. @param characters of a text message */
export async function serviceSystem(stateFolder: string, characters: number): Promise<System> {
  const { origin, stop } = await startService(stateFolder);
  const { members, startThread } = await createPlace(origin, stateFolder, MEMBERS);
  const headers = members.map(({ authorization }) => ({ authorization }));
  const text = JSON.stringify({ textV1: { parts: ["x".repeat(characters)] } });
  const room = async () => ({ url: `${origin}/v1/threads/${await startThread()}/events`, headers, text });
  return { name: "service", room, stop };
}

export const bareObjectSystem = (): Promise<System> => echoSystem("bare object", "bare-object.ts");

export const wsSystem = (): Promise<System> => echoSystem("Node ws", "ws-server.js");

/** A system that echoes messages. */
async function echoSystem(name: string, script: string): Promise<System> {
  const { origin, stop } = await startServer(join(import.meta.dirname, script));
  let rooms = 0;
  const room = async (frameBytes: number) => {
    rooms += 1;
    return { url: `${origin}/${rooms}`, headers: [{}], text: "x".repeat(Math.round(frameBytes)) };
  };
  return { name, room, stop };
}
