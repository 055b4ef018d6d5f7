/**
 * The uploads that are not at an end, in the IndexedDB of this browser. A page that is closed leaves them there, and
 * the next page takes them over.
 */
import { newId } from "./ids.ts";

export interface UnfinishedUpload {
  readonly key: string;
  readonly userId: string;
  /** The page that sends it. */
  readonly pageId: string;
  readonly collectionId: string;
  /** "" until the service has registered the file. */
  readonly assetId: string;
  readonly name: string;
  readonly size: number;
  /** The date of the file in milliseconds. */
  readonly lastModified: number;
  /** Whether the service has all bytes. */
  readonly hasArrived: boolean;
}

const STORE = "unfinished";
/** Names this page. */
const pageId = newId("op");
const lockOf = (page: string): string => `knowledge-uploads ${page}`;

let opened: Promise<IDBDatabase> | null = null;
let isLocked = false;

/** Remembers uploads of this page, or what has changed about them. */
export async function rememberUploads(uploads: readonly Omit<UnfinishedUpload, "pageId">[]): Promise<void> {
  holdLock();
  await change((store) => {
    for (const upload of uploads) store.put({ ...upload, pageId });
  });
}

export async function forgetUploads(keys: readonly string[]): Promise<void> {
  await change((store) => {
    for (const key of keys) store.delete(key);
  });
}

/** Whether any upload is remembered, of any user. */
export async function hasUnfinished(): Promise<boolean> {
  return (await all().catch(() => [])).length > 0;
}

/**
 * Takes over the uploads of pages that have ended. Those of an open page follow when it is closed.
 * @param onFound called for the uploads of each page
 */
export async function takeOverUploads(
  userId: string,
  onFound: (uploads: readonly UnfinishedUpload[]) => void,
): Promise<void> {
  const known = (await all().catch(() => [])).filter((each) => each.userId === userId);
  for (const page of new Set(known.map((each) => each.pageId))) {
    if (page === pageId) continue;
    const takeOver = async (): Promise<void> => {
      const left = (await all()).filter((each) => each.userId === userId && each.pageId === page);
      await rememberUploads(left);
      if (left.length > 0) onFound(left);
    };
    // A page holds its lock as long as it lives. Insecure origins have no locks.
    if (navigator.locks === undefined) await takeOver();
    else void navigator.locks.request(lockOf(page), takeOver);
  }
}

function holdLock(): void {
  if (isLocked || navigator.locks === undefined) return;
  isLocked = true;
  void navigator.locks.request(lockOf(pageId), async () => await new Promise<never>(() => {}));
}

async function all(): Promise<readonly UnfinishedUpload[]> {
  const database = await open();
  return await new Promise((resolve, reject) => {
    const asked = database.transaction(STORE).objectStore(STORE).getAll();
    asked.onsuccess = () => resolve(asked.result as readonly UnfinishedUpload[]);
    asked.onerror = () => reject(asked.error ?? new Error("IndexedDB"));
  });
}

/** A private window or a full disk: the uploads go on, and a reload forgets them. */
async function change(by: (store: IDBObjectStore) => void): Promise<void> {
  try {
    const transaction = (await open()).transaction(STORE, "readwrite");
    by(transaction.objectStore(STORE));
    await new Promise<void>((resolve) => {
      transaction.oncomplete = () => resolve();
      transaction.onerror = () => resolve();
      transaction.onabort = () => resolve();
    });
  } catch {
    // As above.
  }
}

async function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open("knowledge-uploads", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "key" });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error("IndexedDB"));
  });
  return await opened;
}
