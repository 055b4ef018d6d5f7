/** The least that a room can be: a hibernating Durable Object that tells every socket whatever one of them says. Nothing is kept, nobody is asked. */
import { DurableObject } from "cloudflare:workers";

export class BareObject extends DurableObject {
  constructor(ctx, env) {
    super(ctx, env);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
  }

  fetch() {
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server);
    return new Response(null, { status: 101, webSocket: client });
  }

  webSocketMessage(_socket, text) {
    for (const socket of this.ctx.getWebSockets()) socket.send(text);
  }

  webSocketClose(socket) {
    socket.close(1000);
  }
}

export default {
  fetch: (request, env) => env.ROOM.getByName(new URL(request.url).pathname).fetch(request),
};
