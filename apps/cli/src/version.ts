import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { openRoot, readFileInSync } from "@precept/files";

export function readVersion(): string {
  const path = fileURLToPath(new URL("../package.json", import.meta.url));
  const content = readFileInSync(openRoot(dirname(path)), path, { maxBytes: 65_536 });
  return content.kind === "bytes" ? (JSON.parse(content.bytes.toString("utf8")) as { version: string }).version : "unknown";
}
