/** The files and folders of a drop or of a folder's field, with the folders on the way. */

export interface DroppedFile {
  /** Names of the folders, the topmost first; none for a single file. */
  readonly folders: readonly string[];
  readonly file: File;
}

/** Reads a drop. Call it in the event itself: the browser empties the drop afterwards. */
export function droppedFiles({ items }: DataTransfer): Promise<readonly DroppedFile[]> {
  const files = [...items].filter(({ kind }) => kind === "file");
  const entries = files.flatMap((item) => item.webkitGetAsEntry() ?? []);
  // A file that another page gives, such as a picture, has no entry.
  const alone = files.flatMap((item) => (item.webkitGetAsEntry() === null ? (item.getAsFile() ?? []) : []));
  return filesIn(entries, []).then((found) => [...found, ...alone.map((file) => ({ folders: [], file }))]);
}

/** The files of `<input type="file">`, with their folders if it took a folder. */
export function chosenFiles(files: Iterable<File>): readonly DroppedFile[] {
  return [...files].map((file) => ({ folders: file.webkitRelativePath.split("/").slice(0, -1), file }));
}

/** The folders of a drop, each as its names joined by "/", the upper ones first. */
export function foldersOf(dropped: readonly DroppedFile[]): readonly string[] {
  const paths = new Set<string>();
  for (const { folders } of dropped)
    for (let depth = 1; depth <= folders.length; depth += 1) paths.add(folders.slice(0, depth).join("/"));
  return [...paths];
}

async function filesIn(
  entries: readonly FileSystemEntry[],
  folders: readonly string[],
): Promise<readonly DroppedFile[]> {
  const found: DroppedFile[] = [];
  for (const entry of entries) {
    if (entry.isFile) found.push({ folders, file: await fileOf(entry as FileSystemFileEntry) });
    else
      found.push(
        ...(await filesIn(await childrenOf(entry as FileSystemDirectoryEntry), [...folders, entry.name])),
      );
  }
  return found;
}

const fileOf = async (entry: FileSystemFileEntry): Promise<File> =>
  await new Promise((resolve, reject) => entry.file(resolve, reject));

/** A reader returns at most 100 entries a call. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return children;
    children.push(...some);
  }
}
