#!/usr/bin/env node
import { isSupportedNode, minimumNode } from "@precept/files/supported-node";
import { compileCacheDirectory } from "./compile-cache.ts";
import { processTerminal } from "./terminal/terminal.ts";

// This file is a bundle of its own and imports little: Node caches only the compiled code of what it loads after these lines.
if (!isSupportedNode()) {
  processTerminal().err(`error: Precept needs Node ${minimumNode} or newer; this is Node ${process.versions.node}.\n`);
  process.exitCode = 2;
} else {
  process.getBuiltinModule("node:module").enableCompileCache(compileCacheDirectory(process.env));
  const [command, ...args] = process.argv.slice(2);
  process.exitCode = await (command === "hook" ? runHook(args) : runProgram(process.argv.slice(2)));
}

async function runProgram(args: readonly string[]): Promise<number> {
  const { run } = await import("./run.ts");
  return run(args, processTerminal());
}

/** If the implementation cannot be loaded, the exit code denies: most agents run the tool after any other one. */
async function runHook(args: readonly string[]): Promise<number> {
  try {
    const { hook } = await import("./hook.ts");
    return await hook(args, processTerminal);
  } catch (error) {
    process.stderr.write(`precept hook: Precept failed: ${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
}
