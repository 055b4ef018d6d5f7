export const publicThread = {
  "public.person": "Person {number}",
  "public.empty": "Nothing was asked in this thread yet.",
  "public.readOnly": "Read only",
  "public.notLive": "This link shows the thread up to here. Later messages are not shown.",
  "public.offline": "Not connected. New messages appear when the connection is back.",
  "public.madeWith": "Made with {name}",
  "public.open": "Open in your workspace",
} as const;
