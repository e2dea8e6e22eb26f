"use strict";

const { readFileSync, writeSync } = require("node:fs");

// With `node --require`: at the end, prints the largest resident set of the process to stderr, in bytes.
process.on("exit", () => {
  writeSync(2, `\n${peakMemory()}`);
});

function peakMemory() {
  // On Linux, `maxRSS` also counts the process that started this one.
  if (process.platform === "linux") return Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) * 1024;
  return process.resourceUsage().maxRSS * 1024;
}
