#!/usr/bin/env node
import { compileCacheDirectory } from "./compile-cache.ts";
import { processTerminal } from "./terminal/terminal.ts";

// Only these modules are imported statically: the others are then loaded from the compile cache.
const terminal = processTerminal();
if (Number.parseInt(process.versions.node, 10) < 22) {
  terminal.err(`error: precept needs Node 22.22 or newer; this is Node ${process.versions.node}.\n`);
  process.exitCode = 2;
} else {
  process.getBuiltinModule("node:module").enableCompileCache(compileCacheDirectory(process.env));
  const { run } = await import("./run.ts");
  process.exitCode = await run(process.argv.slice(2), terminal);
}
