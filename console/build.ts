/** Builds the console: hashed files below `assets/`, and `index.html`. */
import { createHash } from "node:crypto";
import { cpSync, globSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join, parse, relative } from "node:path";
import { build, type BuildOptions, type ImportKind, type Metafile, type Plugin } from "esbuild";
import { pdfFiles } from "./pdf-files.ts";

const CONSOLE = import.meta.dirname;
/** Documents that people can add by one click, with their licenses. */
const SAMPLES = ["fasta-guide.pdf", "ripgrep-guide.md"];
const SAMPLES_FOLDER = join(CONSOLE, "..", "samples");
const STYLES_ENTRY = "styles";
const SCRIPT_ENTRY = "src/main.tsx";

export interface ConsoleBuild {
  /** Whether the build has the page `/styles`, which shows every component in every state. */
  readonly hasStylesPage: boolean;
}

/** @returns esbuild's list of inputs and outputs */
export async function buildConsole(folder: string, { hasStylesPage }: ConsoleBuild): Promise<Metafile> {
  const sampleFolder = `samples-${hashOf(...SAMPLES.map((name) => readFileSync(join(SAMPLES_FOLDER, name))))}`;
  const settings = {
    absWorkingDir: CONSOLE,
    entryPoints: { main: SCRIPT_ENTRY, styles: STYLES_ENTRY },
    outdir: folder,
    entryNames: "assets/[name]-[hash]",
    chunkNames: "assets/[name]-[hash]",
    assetNames: "assets/[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2023",
    minify: true,
    metafile: true,
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    logLevel: "silent",
    alias: { "knowledge-workspace-client": join(CONSOLE, "..", "client", "src", "index.ts") },
    define: { HAS_STYLES_PAGE: String(hasStylesPage), SAMPLE_FOLDER: JSON.stringify(sampleFolder) },
  } as const satisfies BuildOptions;
  const plugins = [stylesOfAllFolders, statesOfAllParts, pdfFiles(folder)];
  const split = await build({ ...settings, plugins, write: false });
  const { metafile } = await build({
    ...settings,
    plugins: [...plugins, firstLoadInOneFile(split.metafile)],
  });
  for (const name of [...SAMPLES, "LICENSES"])
    cpSync(join(SAMPLES_FOLDER, name), join(folder, "assets", sampleFolder, name), { recursive: true });
  await writePage(metafile, folder);
  return metafile;
}

/** Writes the page with the names of its hashed files. */
async function writePage({ outputs }: Metafile, folder: string): Promise<void> {
  const addressOf = (entry: string): string => {
    const file = Object.keys(outputs).find((name) => outputs[name]?.entryPoint === entry);
    if (file === undefined) throw new Error(`The build has no output for ${entry}.`);
    return `/${relative(folder, join(CONSOLE, file))}`;
  };
  const favicon = await writeHashed(folder, "favicon.svg", {});
  const addresses = {
    FAVICON: favicon,
    MANIFEST: await writeHashed(folder, "manifest.webmanifest", { FAVICON: favicon }),
    SCRIPT: addressOf(SCRIPT_ENTRY),
    STYLES: addressOf(`all:${STYLES_ENTRY}`),
  };
  const page = readFileSync(join(CONSOLE, "index.html"), "utf8");
  await writeFile(join(folder, "index.html"), filled(page, addresses));
}

/** Writes a file of `console/files` below `assets/` with a hash in its name. @returns its address */
async function writeHashed(folder: string, name: string, addresses: Addresses): Promise<string> {
  const text = filled(readFileSync(join(CONSOLE, "files", name), "utf8"), addresses);
  const { name: stem, ext } = parse(name);
  const address = `/assets/${stem}-${hashOf(text)}${ext}`;
  await writeFile(join(folder, address), text);
  return address;
}

function hashOf(...contents: readonly (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const content of contents) hash.update(content);
  return hash.digest("hex").slice(0, 8);
}

type Addresses = Readonly<Record<string, string>>;

function filled(text: string, addresses: Addresses): string {
  return Object.entries(addresses).reduce((page, [name, to]) => page.replaceAll(`%${name}%`, to), text);
}

/** A module that this many lazy modules share is part of the first load. */
const COMMON = 10;

/**
 * esbuild makes a file for each set of entries that share a module, so a first visit loaded 44 scripts. With this
 * plugin every lazy module also imports the first load, which the browser has by then. So all lazy modules share it,
 * and esbuild puts it into one file.
 * @param metafile of a build without this plugin
 */
function firstLoadInOneFile({ inputs }: Metafile): Plugin {
  const importsOf = (path: string, wanted: ImportKind): string[] =>
    (inputs[path]?.imports ?? [])
      .filter((found) => found.kind === wanted && found.path.startsWith("src/"))
      .map((found) => found.path);
  const reached = (path: string, seen = new Set<string>()): Set<string> => {
    if (!seen.has(path))
      for (const next of importsOf(path, "import-statement")) reached(next, seen.add(path));
    return seen.add(path);
  };
  const lazy = new Set(Object.keys(inputs).flatMap((path) => importsOf(path, "dynamic-import")));
  const uses = [...lazy].flatMap((path) => [...reached(path)]);
  const counts = Map.groupBy(uses, (path) => path);
  const common = [...counts].filter(([, users]) => users.length >= COMMON).map(([path]) => path);
  const first = [...importsOf(SCRIPT_ENTRY, "import-statement"), ...common].filter((path) => !lazy.has(path));
  const imports = first.map((path) => `import ${JSON.stringify(join(CONSOLE, path))};`).join("\n");
  return {
    name: "first-load",
    setup(plugins) {
      plugins.onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
        if (path !== join(CONSOLE, SCRIPT_ENTRY) && !lazy.has(relative(CONSOLE, path))) return null;
        const contents = `${readFileSync(path, "utf8")}\n${imports}`;
        return { contents, loader: path.endsWith("x") ? "tsx" : "ts" };
      });
    },
  };
}

/** One stylesheet of all CSS files: the theme first, then each folder's in the order of their paths. */
const stylesOfAllFolders: Plugin = {
  name: "styles",
  setup(plugins) {
    plugins.onResolve({ filter: /^styles$/ }, () => ({ path: STYLES_ENTRY, namespace: "all" }));
    plugins.onLoad({ filter: /^styles$/, namespace: "all" }, () => {
      const files = globSync("src/**/*.css", { cwd: CONSOLE }).toSorted();
      const layers = ["theme", "parts", "pages"];
      const layerOf = (file: string): string =>
        layers.find((layer) => file.startsWith(join("src", layer))) ?? "pages";
      const lines = files.map((file) => `@import ${JSON.stringify(`./${file}`)} layer(${layerOf(file)});`);
      return {
        contents: `@layer ${layers.join(", ")};\n${lines.join("\n")}`,
        loader: "css",
        resolveDir: CONSOLE,
      };
    });
  },
};

/** `all-states` exports the states of every part for `/styles`: each `*.states.tsx` below `src`. */
const statesOfAllParts: Plugin = {
  name: "states",
  setup(plugins) {
    plugins.onResolve({ filter: /^all-states$/ }, () => ({ path: "all-states", namespace: "all" }));
    plugins.onLoad({ filter: /^all-states$/, namespace: "all" }, () => {
      const files = globSync("src/**/*.states.tsx", { cwd: CONSOLE }).toSorted();
      const imports = files.map((file, at) => `import * as states${at} from ${JSON.stringify(`./${file}`)};`);
      const list = files.map((_, at) => `...Object.values(states${at})`).join(", ");
      return { contents: `${imports.join("\n")}\nexport const allStates = [${list}];`, resolveDir: CONSOLE };
    });
  },
};
