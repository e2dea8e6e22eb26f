import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { findExamples } from "./examples/find.ts";
import type { CodeBlock } from "./examples/extract.ts";
import { publishedPackages, root } from "./packages/published.ts";
import { run } from "./packages/run.ts";

// Compiles every block of TypeScript in READMEs, guides and doc comments, each as a module of its own, against the sources. A block that cannot
// compile begins with ```ts unchecked: REASON.

/** Below each package, so that an example resolves what its package depends on. */
const cache = "node_modules/.cache/examples";

const blocks = await findExamples(root);
const findings = blocks
  .filter(({ info }) => info !== "" && !/^unchecked: \S/.test(info))
  .map(({ file, line, info }) => `${file}:${line - 1}: \`\`\`ts ${info}: expected nothing after "ts", or "unchecked: REASON"`);
const checked = new Map(blocks.filter(({ info }) => info === "").map((block, at) => [pathOf(block, at), block]));

const packages = await publishedPackages();
/** The types of a framework are compiled apart: with those of LangChain, the compiler refuses schemas of the server that it accepts without. */
const adapters = packages.filter(({ manifest }) => manifest.dependencies?.["@precept/middleware"] !== undefined);
const programs = Map.groupBy(checked.keys(), (path) => adapters.find(({ dir }) => path.startsWith(`${dir}/`))?.dir);
const directories = [...packages.map(({ dir }) => dir), "private/scripts"].map((dir) => join(root, dir, cache));
const project = join(root, "private/scripts", cache, "tsconfig.json");
try {
  for (const dir of directories) await mkdir(dir, { recursive: true });
  for (const [path, { code }] of checked) await writeFile(join(root, path), code);
  for (const paths of programs.values()) findings.push(...(await compile(paths)));
} finally {
  for (const dir of directories) await rm(dir, { recursive: true, force: true });
}

for (const finding of findings) console.error(finding);
const unchecked = blocks.length - checked.size;
console.log(
  findings.length === 0
    ? `All ${checked.size} examples compile; ${unchecked} are unchecked.`
    : `${findings.length} problems in examples.`,
);
process.exitCode = findings.length === 0 ? 0 : 1;

/** Compiles blocks as one program. Returns the errors. */
async function compile(paths: readonly string[]): Promise<readonly string[]> {
  await writeFile(project, JSON.stringify({ extends: join(root, "tsconfig.json"), ...(await settings(paths)) }));
  const { output, code } = await run(join(root, "node_modules/.bin/tsc"), ["-p", project, "--pretty", "false"], {
    cwd: root,
    mayFail: true,
  });
  const errors = output.split(/\r?\n/).filter((line) => line.trim() !== "");
  return code !== 0 && errors.length === 0 ? [`The compiler ended with ${code}.`] : errors.map(inSource);
}

/** Where a block is compiled, relative to the repository. */
function pathOf({ file }: CodeBlock, at: number): string {
  const [dir = "private/scripts"] = /^(?:packages|apps)\/[^/]+/.exec(file) ?? [];
  return `${dir}/${cache}/${at}.ts`;
}

async function settings(files: readonly string[]): Promise<object> {
  // Every package by its name from everywhere, as for a user who has installed them all.
  const paths: Record<string, string[]> = {};
  for (const { dir } of packages) {
    const { name, exports } = await import(join(root, dir, "package.json"), { with: { type: "json" } }).then(
      ({ default: manifest }) => manifest as { name: string; exports: Record<string, { "@precept/source"?: string }> },
    );
    for (const [subpath, conditions] of Object.entries(exports)) {
      const source = conditions["@precept/source"];
      if (source !== undefined) paths[join(name, subpath).replaceAll("\\", "/")] = [join(root, dir, source)];
    }
  }
  return {
    compilerOptions: { paths, noUnusedLocals: false, noUnusedParameters: false, rootDir: root },
    include: [],
    files: files.map((path) => join(root, path)),
  };
}

/** A line of the compiler's output, with the place of the example in its document. */
function inSource(line: string): string {
  const [, path = "", row, column, message = ""] = /^(.*?)\((\d+),(\d+)\): (?:error )?(.*)$/.exec(line) ?? [];
  const block = checked.get(relative(root, join(root, path)).replaceAll("\\", "/"));
  if (block === undefined) return line;
  return `${block.file}:${block.line + Number(row) - 1}:${block.column + Number(column)}: ${message}`;
}
