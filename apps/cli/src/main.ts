#!/usr/bin/env node
import { isSupportedNode, minimumNode } from "@precept/files/supported-node";
import { compileCacheDirectory } from "./compile-cache.ts";
import { processTerminal } from "./terminal/terminal.ts";

// This file is a bundle of its own and imports little: Node caches only the compiled code of what it loads after these lines.
const terminal = processTerminal();
if (!isSupportedNode()) {
  terminal.err(`error: Precept needs Node ${minimumNode} or newer; this is Node ${process.versions.node}.\n`);
  process.exitCode = 2;
} else {
  process.getBuiltinModule("node:module").enableCompileCache(compileCacheDirectory(process.env));
  const { run } = await import("./run.ts");
  process.exitCode = await run(process.argv.slice(2), terminal);
}
