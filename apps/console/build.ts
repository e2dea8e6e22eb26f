import { mkdirSync, writeFileSync } from "node:fs";
import { build, type InlineConfig, type Rolldown } from "vite";
import { pages } from "./vite.config.ts";

// Builds the console to one file, `console.json`: the server reads it on the first request for the console, and the bundle of the command line contains a
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

async function buildFiles(config: InlineConfig): Promise<Readonly<Record<string, BuiltFile>>> {
  const built = (await build({ ...config, build: { ...config.build, write: false } })) as Rolldown.RolldownOutput;
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
writeFileSync(`${out}/console.json`, JSON.stringify({ files, snapshot: "" }));
