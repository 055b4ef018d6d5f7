/** The names by which `invalidate` finds the lists of recent work. */
export const RECENT = { threads: "recent-threads", documents: "recent-documents" } as const;
