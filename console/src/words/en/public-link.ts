/** The texts of the dialog of a public link, which bring themselves along. */
export const publicLink = {
  "publicLink.title": "Public link",
  "publicLink.about":
    "Everybody who has the link reads this thread without an account: messages, quotes and names of sources, but no names of people.",
  "publicLink.none": "This thread has no public link.",
  "publicLink.reach": "What the link shows",
  "publicLink.whole": "The whole thread, also what comes later",
  "publicLink.upToNow": "The thread up to now, and nothing later",
  "publicLink.upToAnswer": "The thread up to this answer, and nothing later",
  "publicLink.create": "Create link",
  "publicLink.address": "Address",
  "publicLink.isWhole": "It shows the whole thread, also what comes later.",
  "publicLink.isUpTo": "It shows the thread up to one message, and nothing later.",
  "publicLink.by": "Created by {name} on {date}.",
  "publicLink.hidden": "Only people who may share the thread see its address.",
  "publicLink.end": "End the link",
  "publicLink.endSure": "Guests lose access at once. A new link has another address.",
  "publicLink.ended": "The link has ended.",
} as const;
