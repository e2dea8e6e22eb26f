import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { readFileInSync } from "./read-file.ts";
import { openRoot } from "./root.ts";

/** Replaced by the bundler of the command line with a digest of the bundle. */
declare const __PRECEPT_BUILD__: string | undefined;

/**
 * Returns what identifies the code of this program: a digest of the bundled command line, or the version of the
 * packages, with the version of V8. Undefined for TypeScript sources, which change without a new version.
 */
export function buildVersion(): string | undefined {
  const version = typeof __PRECEPT_BUILD__ === "string" ? __PRECEPT_BUILD__ : packageVersion();
  return version && `${version} ${process.versions.v8}`;
}

function packageVersion(): string | undefined {
  if (import.meta.url.endsWith(".ts")) return undefined;
  const path = fileURLToPath(new URL("../package.json", import.meta.url));
  const content = readFileInSync(openRoot(dirname(path)), path, { maxBytes: 65_536 });
  return content.kind === "bytes" ? (JSON.parse(content.bytes.toString("utf8")) as { version: string }).version : undefined;
}
