import type { FunctionComponent } from "preact";
import type { PlainKey } from "../../words/t.ts";

export interface Part {
  readonly id: string;
  readonly title: PlainKey;
  /** Each part is one chunk, loaded with its first visit. */
  readonly load: () => Promise<FunctionComponent>;
}

export interface PartGroup {
  readonly title: PlainKey;
  readonly parts: readonly Part[];
}

/** The parts of the settings in the order of the list. */
export const SETTINGS_PARTS: readonly PartGroup[] = [
  {
    title: "settings.you",
    parts: [
      { id: "profile", title: "settings.profile", load: async () => (await import("./profile.tsx")).Profile },
      {
        id: "appearance",
        title: "settings.appearance",
        load: async () => (await import("./appearance.tsx")).Appearance,
      },
      {
        id: "sessions",
        title: "settings.sessions",
        load: async () => (await import("./sessions.tsx")).Sessions,
      },
      { id: "keys", title: "settings.keys", load: async () => (await import("./keys.tsx")).Keys },
      { id: "links", title: "links.title", load: async () => (await import("./links.tsx")).Links },
      { id: "connect", title: "settings.connect", load: async () => (await import("./connect.tsx")).Connect },
    ],
  },
  {
    title: "organization.group",
    parts: [
      { id: "usage", title: "usage.title", load: async () => (await import("./usage/usage.tsx")).Usage },
      { id: "audit", title: "audit.title", load: async () => (await import("./audit/audit.tsx")).Audit },
      {
        id: "feedback",
        title: "feedback.title",
        load: async () => (await import("./feedback.tsx")).Feedback,
      },
      {
        id: "webhooks",
        title: "webhooks.title",
        load: async () => (await import("./webhooks/webhooks.tsx")).Webhooks,
      },
      { id: "models", title: "models.title", load: async () => (await import("./models/models.tsx")).Models },
    ],
  },
  {
    title: "leaving.group",
    parts: [
      { id: "export", title: "export.title", load: async () => (await import("./export.tsx")).Export },
      { id: "import", title: "import.title", load: async () => (await import("./import.tsx")).Import },
      { id: "merge", title: "merge.title", load: async () => (await import("./merge.tsx")).Merge },
      { id: "leave", title: "leave.title", load: async () => (await import("./leave/leave.tsx")).Leave },
    ],
  },
];
