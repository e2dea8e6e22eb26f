import { hash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { build, type InlineConfig, type Rolldown } from "vite";
import { formatNotices, noticesOf } from "../cli/bundle/licenses.ts";
import { pages } from "./vite.config.ts";

// Writes `console.json` and `licenses.txt`. Builds the console to one file, `console.json`: the server reads it on the first request for the console, and the bundle of the command line contains a
// copy. It holds the files of the pages by their paths.

const out = process.argv[2] ?? "dist";

interface BuiltFile {
  readonly type: string;
  readonly text: string;
}

const types: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
};

/** The licences of the packages of which the files contain code. */
const notices: string[] = [];

async function buildFiles(config: InlineConfig): Promise<Readonly<Record<string, BuiltFile>>> {
  const built = (await build({ ...config, build: { ...config.build, write: false } })) as Rolldown.RolldownOutput;
  notices.push(...noticesOf(built.output));
  return Object.fromEntries(built.output.map((file) => [file.fileName, toFile(file)]));
}

function toFile(file: Rolldown.OutputChunk | Rolldown.OutputAsset): BuiltFile {
  const type = types[/\.(\w+)$/.exec(file.fileName)?.[1] ?? ""];
  if (type === undefined) throw new Error(`The console has a file of an unknown type: ${file.fileName}`);
  const source = file.type === "chunk" ? file.code : file.source;
  return { type, text: typeof source === "string" ? source : Buffer.from(source).toString("utf8") };
}

const files = await buildFiles({ ...pages, configFile: false, logLevel: "warn" });
mkdirSync(out, { recursive: true });
writeFileSync(`${out}/console.json`, JSON.stringify({ files, snapshot: await buildSnapshot() }));
writeFileSync(`${out}/licenses.txt`, formatNotices("console", notices));

/** The source of a content security policy that allows one script or style sheet. */
function hashOf(text: string): string {
  return `'sha256-${hash("sha256", text, "base64")}'`;
}

/** Returns the page of a snapshot: one file, in which the server replaces a word by the data. */
async function buildSnapshot(): Promise<string> {
  const built = await buildFiles({
    ...pages,
    resolve: {
      ...pages.resolve,
      alias: [
        ...pages.resolve.alias,
        { find: /^.*\/create-editor\.ts$/, replacement: `${pages.root}/src/snapshot/no-editor.ts` },
      ],
    },
    configFile: false,
    // Warns of `import.meta` in the loader of modules, of which a snapshot has none.
    logLevel: "error",
    build: {
      ...pages.build,
      cssCodeSplit: false,
      rolldownOptions: { input: `${pages.root}/snapshot.html`, output: { format: "iife", codeSplitting: false } },
    },
  });
  const textOf = (type: string): string => Object.values(built).find((file) => file.type === types[type])?.text ?? "";
  const script = textOf("js").replaceAll("</script", String.raw`<\/script`);
  const style = textOf("css");
  const policy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'`;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}"><title>Precept</title><style>${style}</style></head>`,
    '<body><div id="app"></div><script id="snapshot" type="application/json">%SNAPSHOT%</script>',
    `<script>${script}</script></body></html>\n`,
  ].join("");
}
