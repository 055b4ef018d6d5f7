import { Request, type Response } from "../miniflare.ts";

type Answer = (request: Request) => Promise<Response>;

/**
 * Reads the rest of each request body that a handler leaves unread. The runtime sends its next request on the
 * same connection, and unread bytes would block that request forever. A canceled body is read to its end too,
 * because canceling closes the connection.
 */
export function readWholeBody(answer: Answer): Answer {
  return async (request) => {
    if (request.body === null) return await answer(request);
    const reader = (request.body as unknown as ReadableStream<Uint8Array>).getReader();
    let isAsked = false;
    const drain = async (): Promise<void> => {
      while (!(await reader.read()).done);
    };
    const body = new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          isAsked = true;
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        },
        cancel: () => void drain().catch(() => {}),
      },
      { highWaterMark: 0 },
    );
    const { url, method, headers } = request;
    let isWanted = false;
    try {
      const response = await answer(
        new Request(url, { method, headers, body: body as never, duplex: "half" }),
      );
      isWanted = response.ok && isAsked;
      return response;
    } finally {
      if (!isWanted) void drain().catch(() => {});
    }
  };
}
