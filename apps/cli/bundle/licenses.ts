import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { OutputAsset, OutputChunk, Plugin } from "rolldown";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly homepage?: string;
  readonly repository?: { readonly url: string };
}

/** Packages that declare a licence and do not contain its text. */
const withoutText: ReadonlySet<string> = new Set([
  "@bufbuild/protobuf",
  "@connectrpc/connect",
  "@connectrpc/connect-node",
  "@hono/zod-openapi",
  "@hono/zod-validator",
  "@humanwhocodes/momoa",
  "@redis/client",
  "postgres",
]);

/** The file of the console's build. The bundle contains the console. */
const consoleLicenses = fileURLToPath(import.meta.resolve("@precept/console/licenses.txt"));

/** Writes `licenses.txt`: name, version and licence of every package of which the bundle, or the console in it, contains code. */
export const licenses: Plugin = {
  name: "licenses",
  generateBundle(_options, bundle) {
    const ofConsole = existsSync(consoleLicenses) ? readFileSync(consoleLicenses, "utf8").split(separator).slice(1) : [];
    const notices = [...noticesOf(Object.values(bundle)), ...ofConsole];
    this.emitFile({ type: "asset", fileName: "licenses.txt", source: formatNotices("command line", notices) });
  },
};

/** A file of a bundle, as rolldown and Vite describe it. */
type OutputFile =
  | Pick<OutputAsset, "type">
  | (Pick<OutputChunk, "type"> & { readonly modules: Readonly<Record<string, { readonly renderedLength: number }>> });

const separator = `\n${"-".repeat(80)}\n\n`;

/** Returns the text of `licenses.txt`. */
export function formatNotices(program: string, notices: readonly string[]): string {
  const sorted = [...new Set(notices)].toSorted((left, right) => (left < right ? -1 : 1));
  return [`The ${program} of Precept contains code of these packages.\n`, ...sorted].join(separator);
}

/** Returns the name, the version and the licence of every package of which a bundle contains code. */
export function noticesOf(output: readonly OutputFile[]): readonly string[] {
  return packageDirs(output).map(noticeOf);
}

function packageDirs(output: readonly OutputFile[]): readonly string[] {
  const dirs = new Set<string>();
  for (const file of output) {
    if (!("modules" in file)) continue;
    for (const [id, { renderedLength }] of Object.entries(file.modules)) {
      const [, dir] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll("\\", "/")) ?? [];
      if (dir !== undefined && renderedLength > 0) dirs.add(dir);
    }
  }
  return [...dirs];
}

/** The texts of the licences in an SPDX expression, such as `(Apache-2.0 AND BSD-3-Clause)`. */
function textsOf(expression: string): string {
  const { resolve } = createRequire(import.meta.url);
  const ids = expression.match(/[\w.-]+/g)?.filter((word) => word !== "AND" && word !== "OR") ?? [];
  const texts = ids.map((id) => {
    const { licenseText } = JSON.parse(readFileSync(resolve(`spdx-license-list/licenses/${id}.json`), "utf8")) as {
      readonly licenseText: string;
    };
    return licenseText.trim();
  });
  return texts.join("\n\n");
}

function noticeOf(dir: string): string {
  const { name, version, license, homepage, repository } = JSON.parse(
    readFileSync(join(dir, "package.json"), "utf8"),
  ) as Manifest;
  const files = readdirSync(dir).filter((file) => /^(?:licen[cs]e|copying|notice)(?:\.|$)/i.test(file));
  if (license !== undefined && files.length === 0 && withoutText.has(name)) {
    const source = `See ${homepage ?? repository?.url}. The package does not contain the text of its licence, which is:`;
    return `${name} ${version} (${license})\n\n${source}\n\n${textsOf(license)}\n`;
  }
  if (license === undefined || files.length === 0) throw new Error(`${name} ${version} has no licence file to quote.`);
  const texts = files.toSorted().map((file) => readFileSync(join(dir, file), "utf8").replaceAll("\r\n", "\n").trim());
  return `${name} ${version} (${license})\n\n${texts.join("\n\n")}\n`;
}
