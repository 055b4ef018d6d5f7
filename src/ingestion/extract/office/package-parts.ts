import type { Steps } from "../../../text/steps.ts";
import { readXml, type XmlReader } from "../xml/read-xml.ts";
import type { ZipArchive } from "../zip/zip-archive.ts";

export interface Relationship {
  readonly id: string;
  /** The last part of its type, such as `styles`: what stands before it differs between the two editions of the standard. */
  readonly kind: string;
  /** The part that it leads to, by its name in the archive. */
  readonly target: string;
}

/** The parts of an Office Open XML package and how they belong together (ECMA-376-2). */
export class PackageParts {
  readonly zip: ZipArchive;
  readonly #names: ReadonlyMap<string, string>;

  constructor(zip: ZipArchive) {
    this.zip = zip;
    // Names of parts are the same in either case.
    this.#names = new Map(zip.names.map((name) => [name.toLowerCase(), name]));
  }

  /** How the archive spells a part's name; null when it is not there. */
  find(part: string): string | null {
    return this.#names.get(part.toLowerCase()) ?? null;
  }

  /** Reads a part, if it is there. */
  *read(part: string | null, reader: XmlReader): Steps<void> {
    const name = part === null ? null : this.find(part);
    if (name !== null) yield* readXml(this.zip.pieces(name), reader);
  }

  /** What a part leads to within the package, in order. @param part `""` for the package itself */
  *relationships(part: string): Steps<Relationship[]> {
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

  /** The document itself. @param usual where most packages have it */
  *mainPart(usual: string): Steps<string> {
    const relationships = yield* this.relationships("");
    return relationships.find(({ kind }) => kind === "officeDocument")?.target ?? usual;
  }

  /** The title that the package gives itself; `""` when it gives none. */
  *title(): Steps<string> {
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

/** A target is a path from its part's folder, or from the top; what leads out of the archive leads nowhere. */
export function resolvePart(folder: string, target: string): string {
  const path = target.startsWith("/") ? target : `/${folder}${target}`;
  try {
    return decodeURIComponent(new URL(path, "zip://archive").pathname.replace(/^\/+/, ""));
  } catch {
    return "";
  }
}
