import { hash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { listFiles } from "@precept/testing";

/** Real source code, in memory and on disk. */
export interface SourceFiles extends AsyncDisposable {
  /** A temporary directory with the files and nothing else. */
  readonly dir: string;
  readonly texts: readonly string[];
  readonly bytes: number;
}

const installed = fileURLToPath(new URL("../../../node_modules/.pnpm", import.meta.url));
const extensions = new Set([".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".tsx"]);
const maxFileSize = 300_000;

/**
 * Characters that the engines treat differently: line ends other than a line feed, characters outside the BMP, letters whose other case is ASCII, and
 * bytes for which ripgrep treats a file as binary or skips them.
 */
const disputed = /[\r\u2028\u2029\0\uFEFF\uFFFD\uD800-\uDFFF\u017F\u212A]/;

/** Copies source files from `node_modules`, in an order that mixes the packages, until the copies have this many bytes. */
export async function copySourceFiles(bytes: number): Promise<SourceFiles> {
  const dir = await mkdtemp(join(tmpdir(), "precept-bench-"));
  const texts: string[] = [];
  let copied = 0;
  for (const path of listSources()) {
    if (copied >= bytes) break;
    const content = await readFile(join(installed, path));
    const text = content.toString();
    if (content.length > maxFileSize || disputed.test(text)) continue;
    await mkdir(join(dir, String(texts.length % 100)), { recursive: true });
    await writeFile(join(dir, String(texts.length % 100), `${texts.length}${extname(path)}`), content);
    texts.push(text);
    copied += content.length;
  }
  return { dir, texts, bytes: copied, [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }) };
}

function listSources(): readonly string[] {
  const paths = [...listFiles(installed)]
    .filter((path) => extensions.has(extname(path)))
    .map((path) => path.slice(installed.length + 1));
  // Sorting by a hash mixes the packages.
  return paths
    .map((path) => ({ path, sortKey: hash("sha256", path) }))
    .toSorted((left, right) => (left.sortKey < right.sortKey ? -1 : 1))
    .map(({ path }) => path);
}
