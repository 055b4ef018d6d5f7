import { SERVICE_SECRET_HEADER } from "../../../src/net/is-same-secret.ts";

interface ProxyEnv {
  readonly ORIGIN: string;
  readonly SECRET: string;
}

/** Under `npm run dev`, the Worker behind the binding `LOCAL_MODELS`. Passes requests to the model server. */
export default {
  async fetch(request, { ORIGIN, SECRET }) {
    const headers = new Headers(request.headers);
    headers.set(SERVICE_SECRET_HEADER, SECRET);
    const target = new URL(new URL(request.url).pathname, ORIGIN);
    return await fetch(target, { method: "POST", headers, body: await request.arrayBuffer() });
  },
} satisfies ExportedHandler<ProxyEnv>;
