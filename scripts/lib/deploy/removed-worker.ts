/** Takes the place of a deployment that is being deleted. */
export default {
  fetch: (): Response => new Response("This service has been removed.\n", { status: 410 }),
};
