/**
 * Maximum size of the body to drain. The service never sends a longer body, so a sender that exceeds the
 * limit loses its connection.
 */
const MAX_UNREAD_BYTES = 64 * 1024 * 1024;

/**
 * Answers a request whose body was not used. Drains the body first: a sender whose connection closes while it
 * sends may never receive the answer, and unread bytes would block the next request on the connection.
 */
export async function drainAndRespond({ body }: Request, status: number): Promise<Response> {
  let unread = MAX_UNREAD_BYTES;
  if (body !== null) {
    // Leaving the loop early cancels the body.
    for await (const piece of body) {
      unread -= piece.length;
      if (unread < 0) break;
    }
  }
  return new Response(null, { status });
}

/** Answers an unauthenticated request without reading its body. */
export async function rejectUnread({ body }: Request, status: number): Promise<Response> {
  await body?.cancel();
  return new Response(null, { status });
}
