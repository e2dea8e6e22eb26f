#!/usr/bin/env node
import { isTrustedFile, isTrustedPath, makeTrustedDirectory } from "@precept/files/trusted-path";
import { explainUnsupportedRuntime } from "@precept/files/supported-node";
import { useCodeCache } from "./code-cache.ts";
import { denyFailedHook } from "./hook-failure.ts";
import { processTerminal } from "./terminal/terminal.ts";

// This file is a separate bundle with few imports: Node caches only the compiled code of what it loads from here on.
const [command, ...args] = process.argv.slice(2);
/** The commands that read and compare all rules. */
const comparing: ReadonlySet<string | undefined> = new Set(["lint", "conflicts", "doctor"]);
process.exitCode = await (command === "hook" ? runHook() : runProgram());

async function runProgram(): Promise<number> {
  const unsupported = explainUnsupportedRuntime();
  if (unsupported !== undefined) {
    processTerminal().err(`error: ${unsupported}\n`);
    return 2;
  }
  if (comparing.has(command)) limitYoungGeneration();
  enableCaches([0, 1]);
  const { run } = await import("./run.ts");
  return run(process.argv.slice(2), processTerminal());
}

/** The exit code is 0 or 2: most agents run the tool after any other one. */
async function runHook(): Promise<number> {
  // Errors of background work: the answer could be lost.
  process.on("uncaughtException", (error) => process.exit(denyFailedHook(args, error)));
  try {
    const unsupported = explainUnsupportedRuntime();
    if (unsupported !== undefined) throw new Error(unsupported);
    enableCaches([0, 2]);
    const { hook } = await import("./hook.ts");
    return (await hook(args, processTerminal)) === 0 ? 0 : 2;
  } catch (error) {
    return denyFailedHook(args, error);
  }
}

/**
 * Prevents V8 from enlarging the young generation, which would otherwise take a third of the memory that comparing
 * 10,000 rules needs, to save a tenth of the time. Call it before the caches are turned on, since V8 uses no compiled
 * code that was stored with other flags.
 */
function limitYoungGeneration(): void {
  process.getBuiltinModule("node:v8").setFlagsFromString("--semi-space-growth-factor=1");
}

/**
 * Uses compiled code only from a directory that no other user can write, since V8 runs what is in it. If the user sets
 * `NODE_COMPILE_CACHE`, Node has already turned on its own cache in that directory.
 *
 * @param finished the exit codes of processes that did their work.
 */
function enableCaches(finished: readonly number[]): void {
  const { enableCompileCache, getCompileCacheDir } = process.getBuiltinModule("node:module");
  const directory = compileCacheDirectory();
  const isOwn = getCompileCacheDir() === undefined && makeTrustedDirectory(directory);
  if (isOwn) {
    // Node creates a directory for its release with the modes that the umask allows.
    const umask = process.umask(0o077);
    enableCompileCache(directory);
    process.umask(umask);
  }
  const dir = getCompileCacheDir();
  if (dir !== undefined && (isOwn || isTrustedPath(dir))) useCodeCache({ dir, command, finished, isTrustedFile });
}

/**
 * Returns the directory for the compiled code of this program: `cache/code` in the user's Precept directory. Node's
 * default is the temporary directory, which all users share.
 */
function compileCacheDirectory(): string {
  const path = process.getBuiltinModule("node:path");
  const home = process.env["PRECEPT_HOME"] ?? "";
  const precept = home === "" ? path.join(process.getBuiltinModule("node:os").homedir(), ".precept") : path.resolve(home);
  return path.join(precept, "cache", "code");
}
