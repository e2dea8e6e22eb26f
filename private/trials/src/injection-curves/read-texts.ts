import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.ts";

/** The maximum length of a text, in UTF-16 code units. Longer ones are cut, as tools cut their results. */
const maxLength = 60_000;
const minLength = 200;

/** Reads the Markdown files of the installed dependencies. Equal texts are read once. */
export function readPages(): readonly string[] {
  return readTexts(join(root, "node_modules/.pnpm"), /\.md$/i);
}

/** Reads all files of the directories. */
export function readRuleFiles(directories: readonly string[]): readonly string[] {
  return directories.flatMap((directory) => readTexts(directory, /./));
}

function readTexts(directory: string, names: RegExp): readonly string[] {
  const texts = listFiles(directory)
    .filter((file) => names.test(file))
    .map((file) => readFileSync(file, "utf8").slice(0, maxLength));
  return [...new Set(texts)].filter(({ length }) => length >= minLength);
}

/** Lists the files below a directory, without the links, which lead in circles between installed packages. */
function listFiles(directory: string): readonly string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return listFiles(path);
    return entry.isFile() ? [path] : [];
  });
}
