import type { Fetch } from "./requests.ts";

export interface PutOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** Called while the bytes leave, where the platform reports it. */
  readonly onProgress?: (sentBytes: number) => void;
}

/** The part of a browser's request object that is used here. */
interface XhrLike {
  readonly upload: { onprogress: ((event: { readonly loaded: number }) => void) | null };
  readonly status: number;
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  send(body: Blob): void;
  abort(): void;
}

const { XMLHttpRequest: Xhr } = globalThis as { readonly XMLHttpRequest?: new () => XhrLike };

/**
 * Sends bytes with PUT. Browsers use `XMLHttpRequest`, because their `fetch` does not report the progress of a
 * request body.
 * @returns the status of the response
 * @throws TypeError if the connection breaks; the signal's reason
 */
export async function putBytes(fetch: Fetch, url: string, body: Blob, options: PutOptions): Promise<number> {
  if (Xhr !== undefined) return await putByXhr(new Xhr(), url, body, options);
  const { headers = {}, signal } = options;
  const response = await fetch(url, { method: "PUT", body, headers, signal: signal ?? null });
  await response.text();
  return response.status;
}

async function putByXhr(request: XhrLike, url: string, body: Blob, options: PutOptions): Promise<number> {
  const { headers = {}, signal, onProgress } = options;
  signal?.throwIfAborted();
  const abort = (): void => request.abort();
  signal?.addEventListener("abort", abort);
  try {
    return await new Promise<number>((resolve, reject) => {
      request.open("PUT", url);
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded }) => onProgress?.(loaded);
      request.onload = () => resolve(request.status);
      request.onerror = () => reject(new TypeError("The connection broke while the bytes were sent."));
      request.onabort = () => reject(signal?.reason as Error);
      request.send(body);
    });
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

/** Whether a status means success. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
