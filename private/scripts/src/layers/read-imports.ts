import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { parseSync } from "oxc-parser";

/** One import of a module by another, as absolute paths. */
export interface ModuleImport {
  readonly from: string;
  readonly to: string;
}

/** Reads the relative imports of a module: static, dynamic, re-exports, and imports of types only. */
export async function readImports(file: string): Promise<readonly ModuleImport[]> {
  const text = await readFile(file, "utf8");
  const { module } = parseSync(file, text);
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value)),
    ...module.dynamicImports.map(({ moduleRequest }) => text.slice(moduleRequest.start + 1, moduleRequest.end - 1)),
  ];
  return specifiers
    .filter((specifier) => specifier?.startsWith("."))
    .map((specifier) => ({ from: file, to: resolve(dirname(file), String(specifier)) }));
}
