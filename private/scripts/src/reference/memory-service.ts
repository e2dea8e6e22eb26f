import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

// Generates the code of the memory service with buf. Its npm package contains the program, so nothing is downloaded.

const api = join(import.meta.dirname, "../../../../packages/contract");
const protoPath = "precept/memory/v1/memory_rules.proto";

/** The module with the messages and the service. */
export function memoryServiceModule(): string {
  const directory = mkdtempSync(join(tmpdir(), "precept-buf-"));
  try {
    runBuf(["generate", "--output", directory]);
    return readFileSync(join(directory, "src/gen", protoPath.replace(".proto", "_pb.ts")), "utf8");
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The module with the text of the `.proto` file, which the server publishes. */
export function memoryProtoModule(): string {
  const text = readFileSync(join(api, "proto", protoPath), "utf8");
  return `// Generated from proto/${protoPath} by \`pnpm generate\`.

/** The text of the \`.proto\` file of the memory service. */
export const memoryRulesProto = ${JSON.stringify(text)};
`;
}

/** Runs buf in the directory of the \`.proto\` files. @throws Error with its output if it fails. */
export function runBuf(parameters: readonly string[]): void {
  const buf = createRequire(join(api, "package.json")).resolve("@bufbuild/buf/bin/buf");
  const path = [join(api, "node_modules/.bin"), dirname(process.execPath), process.env["PATH"]].join(delimiter);
  execFileSync(process.execPath, [buf, ...parameters], {
    cwd: api,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, PATH: path },
  });
}
