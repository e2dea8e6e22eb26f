import { dirname, join, normalize } from "node:path/posix";

/** The program that a module bundles. */
const builtPrograms: Readonly<Record<string, string>> = { "private/testing/src/program.ts": "apps/cli/src/main.ts" };

/** The files that import each file, or refer to it. */
export type Importers = ReadonlyMap<string, readonly string[]>;

/**
 * Finds out which TypeScript files need which: by their imports, and by other texts that are paths, for instance of a script that a test starts.
 * @param texts the modules and `package.json` files of a repository, by path.
 */
export function findImporters(texts: ReadonlyMap<string, string>): Importers {
  const entries = new Map([...texts].flatMap(([path, text]) => (path.endsWith(".json") ? entriesOf(path, text) : [])));
  const importers = new Map<string, string[]>();
  for (const [path, text] of texts) {
    const names = [...text.matchAll(/"(@precept\/[^"]+|[\w./-]+\.ts)"/g)].map(([, name = ""]) => name);
    const imported = names.map((name) => entries.get(name) ?? normalize(join(dirname(path), name)));
    for (const one of new Set([...imported, builtPrograms[path] ?? ""]))
      if (texts.has(one) && one !== path) importers.set(one, [...(importers.get(one) ?? []), path]);
  }
  return importers;
}

interface Package {
  readonly name: string;
  readonly exports?: Readonly<Record<string, string | { readonly "@precept/source"?: string }>>;
}

/** Lists the entries of a package with the names under which other packages import them. */
function entriesOf(path: string, text: string): readonly (readonly [name: string, source: string])[] {
  const { name, exports = {} } = JSON.parse(text) as Package;
  return Object.entries(exports).map(([entry, target]) => {
    const source = typeof target === "string" ? target : (target["@precept/source"] ?? "");
    return [join(name, entry), join(dirname(path), source)];
  });
}

/** Lists the test files that need a file, directly or through other files: the nearest first. */
export function relatedTests(path: string, importers: Importers): readonly string[] {
  const reached = new Set([path]);
  // A set also iterates over what is added meanwhile.
  for (const one of reached) for (const importer of importers.get(one) ?? []) reached.add(importer);
  return [...reached].filter((one) => one.endsWith(".test.ts"));
}
