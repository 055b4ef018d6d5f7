import type { CooperativeTask } from "../../../text/cooperative-task.ts";
import { readXml, type XmlReader } from "../xml/read-xml.ts";
import type { ZipArchive } from "../zip/zip-archive.ts";

export interface Relationship {
  readonly id: string;
  /**
   * The last segment of the relationship type, such as `styles`. The rest differs between the two editions of
   * the standard.
   */
  readonly kind: string;
  /** Name of the target part in the archive. */
  readonly target: string;
}

/** The parts of an Office Open XML package and their relationships (ECMA-376-2). */
export class PackageParts {
  readonly zip: ZipArchive;
  readonly #names: ReadonlyMap<string, string>;

  constructor(zip: ZipArchive) {
    this.zip = zip;
    // Part names are case-insensitive.
    this.#names = new Map(zip.names.map((name) => [name.toLowerCase(), name]));
  }

  /** Returns a part's name in the spelling of the archive; null if the part does not exist. */
  find(part: string): string | null {
    return this.#names.get(part.toLowerCase()) ?? null;
  }

  /** Reads a part if the package contains it. */
  *read(part: string | null, reader: XmlReader): CooperativeTask<void> {
    const name = part === null ? null : this.find(part);
    if (name !== null) yield* readXml(this.zip.pieces(name), reader);
  }

  /**
   * Returns the relationships of a part to other parts of the package, in order.
   * @param part `""` for the package itself
   */
  *relationships(part: string): CooperativeTask<Relationship[]> {
    const found: Relationship[] = [];
    const folder = part.slice(0, part.lastIndexOf("/") + 1);
    yield* this.read(`${folder}_rels/${part.slice(folder.length)}.rels`, {
      open: (name, attributes) => {
        const [id, type, target] = [attributes.get("Id"), attributes.get("Type"), attributes.get("Target")];
        if (name !== "Relationship" || id === undefined || type === undefined || target === undefined) return;
        if (attributes.get("TargetMode") === "External") return;
        found.push({ id, kind: type.slice(type.lastIndexOf("/") + 1), target: resolvePart(folder, target) });
      },
    });
    return found;
  }

  /** @param usual name of the main part in most packages */
  *mainPart(usual: string): CooperativeTask<string> {
    const relationships = yield* this.relationships("");
    return relationships.find(({ kind }) => kind === "officeDocument")?.target ?? usual;
  }

  /** The document's own title; `""` without one. */
  *title(): CooperativeTask<string> {
    const relationships = yield* this.relationships("");
    const core = relationships.find(({ kind }) => kind === "core-properties")?.target ?? "docProps/core.xml";
    let title = "";
    let isTitle = false;
    yield* this.read(core, {
      open: (name) => (isTitle = name === "title"),
      text: (text) => (title += isTitle ? text : ""),
      close: () => (isTitle = false),
    });
    return title.replace(/\s+/g, " ").trim();
  }
}

/**
 * Resolves a target relative to its part's folder or to the root. A target outside of the archive resolves to
 * no part.
 */
export function resolvePart(folder: string, target: string): string {
  const path = target.startsWith("/") ? target : `/${folder}${target}`;
  try {
    return decodeURIComponent(new URL(path, "zip://archive").pathname.replace(/^\/+/, ""));
  } catch {
    return "";
  }
}
