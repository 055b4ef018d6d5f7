/** Binding to the folder of predefined CMaps in the package pdfjs-dist; see `wrangler.sandbox.toml`. */
interface FilesEnv {
  readonly FILES?: { readonly fetch: (address: string) => Promise<Response> };
}

interface WantedFile {
  readonly kind: string;
  /** Untrusted, because the PDF chooses the name. */
  readonly filename: string;
}

/** The `BinaryDataFactory` of pdf.js. */
type DataFactory = new () => { readonly fetch: (wanted: WantedFile) => Promise<Uint8Array> };

const NAME = /^[A-Za-z0-9-]{1,40}\.bcmap$/;

/**
 * Provides pdf.js with predefined CMaps (PDF 32000-1, 9.7.5.2) by name. If a CMap is missing, pdf.js silently
 * drops the text of the font.
 * @param missing collects the names of unknown CMaps
 */
export function characterMaps(missing: Set<string>): DataFactory {
  return class {
    readonly fetch = async ({ kind, filename }: WantedFile): Promise<Uint8Array> => {
      if (kind !== "cMapUrl") throw new Error("Text needs no outlines of fonts.");
      const bytes = NAME.test(filename) ? await readFile(filename) : null;
      if (bytes !== null) return bytes;
      missing.add(filename.replace(/\.bcmap$/, ""));
      throw new Error(`There is no CMap ${filename}.`);
    };
  };
}

async function readFile(name: string): Promise<Uint8Array | null> {
  const { env } = (await import("cloudflare:workers").catch(() => ({ env: {} }))) as { env: FilesEnv };
  const response = await env.FILES?.fetch(`http://files/${name}`);
  if (response?.ok === true) return new Uint8Array(await response.arrayBuffer());
  await response?.body?.cancel();
  return null;
}
