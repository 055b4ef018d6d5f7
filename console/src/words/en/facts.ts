export const facts = {
  "facts.title": "About this document",
  "facts.state": "State",
  "facts.name": "File",
  "facts.kind": "Kind",
  "facts.size": "Size",
  "facts.broughtIn": "Brought in",
  "facts.read": "Read",
  "facts.checked": "Last fetched",
  "facts.place": "Lies in",
  "facts.unseen": "A collection that you may not see",
  "facts.summary": "Summary",
} as const;
