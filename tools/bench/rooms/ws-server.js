/** A plain Node server with `ws`: a process that tells every socket of a path whatever one of them says. */
import { WebSocketServer } from "ws";

const rooms = new Map();
const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });
server.on("connection", (socket, { url }) => {
  const room = rooms.get(url) ?? new Set();
  rooms.set(url, room.add(socket));
  socket.on("error", () => {});
  socket.on("close", () => room.delete(socket));
  socket.on("message", (data) => {
    if (String(data) === "ping") return socket.send("pong");
    for (const other of room) other.send(data, { binary: false });
  });
});
server.on("listening", () =>
  process.stdout.write(`The ws server answers at http://127.0.0.1:${server.address().port}\n`),
);
process.on("SIGTERM", () => process.exit(0));
