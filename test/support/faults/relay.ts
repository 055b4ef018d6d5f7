import { createServer, connect, type AddressInfo, type Socket } from "node:net";
import { afterFile } from "../setup/after-file.ts";

/** A network between client and service that can be cut or muted. */
export interface Relay {
  /** The origin of the service through the relay. */
  readonly origin: string;
  /** The number of connections so far. */
  readonly connections: number;
  /** Breaks every open connection. */
  cut(): void;
  /** Drops the service's data on open connections from now on. The client's data still arrives. */
  mute(): void;
}

const relays = new Set<{ close(): void }>();
afterFile(async () => {
  for (const relay of relays) relay.close();
  relays.clear();
});

/** @param origin of the service; connections fail while it is down */
export async function startRelay(origin: string): Promise<Relay> {
  const { hostname, port } = new URL(origin);
  const open = new Set<Socket>();
  const downstream = new Map<Socket, Socket>();
  let connections = 0;
  const server = createServer((client) => {
    connections += 1;
    const service = connect(Number(port), hostname);
    downstream.set(service, client);
    for (const socket of [client, service]) {
      open.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        open.delete(socket);
        downstream.delete(service);
        client.destroy();
        service.destroy();
      });
    }
    client.pipe(service);
    service.on("data", (chunk) => client.write(chunk));
  });
  const cut = (): void => open.forEach((socket) => socket.destroy());
  relays.add({
    close: () => {
      server.close();
      cut();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get connections() {
      return connections;
    },
    cut,
    mute: () => {
      for (const service of downstream.keys()) service.removeAllListeners("data").resume();
    },
  };
}
