import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
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

/** Writes `licenses.txt`: name, version and licence of every package of which the bundle contains code. */
export const licenses: Plugin = {
  name: "licenses",
  generateBundle(_options, bundle) {
    const notices = packageDirs(Object.values(bundle)).map(noticeOf);
    notices.sort((left, right) => (left < right ? -1 : 1));
    const title = "The command line of Precept contains code of these packages.\n";
    this.emitFile({
      type: "asset",
      fileName: "licenses.txt",
      source: [title, ...new Set(notices)].join(`\n${"-".repeat(80)}\n\n`),
    });
  },
};

function packageDirs(output: readonly (OutputChunk | OutputAsset)[]): readonly string[] {
  const dirs = new Set<string>();
  for (const file of output) {
    if (file.type !== "chunk") continue;
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
