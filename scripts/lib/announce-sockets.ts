import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Failure } from "./failure.ts";

/** The file in the state folder with the place of the running service's sockets. */
const PLACE_FILE = "service.sockets";

/** Tells other commands the folder of this service's sockets. */
export function announceSockets(stateFolder: string, anySocket: string): void {
  writeFileSync(join(stateFolder, PLACE_FILE), dirname(anySocket));
}

/** The path of a socket of the running service. @throws Failure if no service has started there */
export function socketOf(stateFolder: string, name: string): string {
  try {
    return join(readFileSync(join(stateFolder, PLACE_FILE), "utf8"), `${name}:0`);
  } catch {
    throw new Failure(`The service of ${stateFolder} has not started yet. Try again in a moment.`);
  }
}
