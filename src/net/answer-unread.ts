/** The service sends no longer body. Behind this the connection is closed instead. */
const MAX_UNREAD_BYTES = 64 * 1024 * 1024;

/**
 * Answers a request of the service whose body nobody wants. The body is read to its end: a sender whose connection closes while it sends may
 * never see the answer, and unread bytes would hold up the next request on the connection.
 */
export async function answerUnread({ body }: Request, status: number): Promise<Response> {
  let unread = MAX_UNREAD_BYTES;
  if (body !== null) {
    // A loop that ends early cancels the body.
    for await (const piece of body) {
      unread -= piece.length;
      if (unread < 0) break;
    }
  }
  return new Response(null, { status });
}

/** Answers a caller that is not the service. None of its bytes is read. */
export async function answerStranger({ body }: Request, status: number): Promise<Response> {
  await body?.cancel();
  return new Response(null, { status });
}
