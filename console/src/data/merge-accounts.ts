/** Merging another account of the person into the one that is signed in. */
import { type AccessEffects, ApiError, type DataOf, fetchOwn } from "./client.ts";

const PATH = "/v1/users/merge";

export interface Merge {
  readonly newUserID: string;
  readonly oldUserId: string;
  /** A fresh token of the other account. */
  readonly token: string;
  readonly reason: string;
}

export type Merged = Exclude<DataOf<"PUT", typeof PATH>, { readonly dryRun: true }>;

/** Reports who gains and who loses access, and changes nothing. @throws ApiError */
export async function previewMerge(merge: Merge): Promise<AccessEffects> {
  return await send<AccessEffects>(`${PATH}?dryRun=true`, merge);
}

/** @throws ApiError */
export async function mergeAccounts(merge: Merge): Promise<Merged> {
  return await send<Merged>(PATH, merge);
}

/** A refused token of the other account is no end of this session, so the client's renewal must not see it. */
async function send<T>(path: string, { token, ...body }: Merge): Promise<T> {
  const response = await fetchOwn(path, {
    method: "PUT",
    headers: { "content-type": "application/json", "x-merge-authorization": `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  const { data, code, message } = (await response.json()) as {
    readonly data: T;
    readonly code: string;
    readonly message: string;
  };
  if (response.ok) return data;
  const { status } = response;
  throw new ApiError({
    method: "PUT",
    path: PATH,
    status,
    code,
    message,
    operationId: response.headers.get("x-operation-id") ?? "",
    issues: [],
  });
}
