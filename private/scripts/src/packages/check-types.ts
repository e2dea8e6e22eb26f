import { readFile } from "node:fs/promises";
import { checkPackage, createPackageFromTarballData, type Problem } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

/** Returns what publint finds in a tarball. */
export async function checkWithPublint(path: string): Promise<readonly string[]> {
  const { buffer, byteOffset, byteLength } = await readFile(path);
  const tarball = buffer.slice(byteOffset, byteOffset + byteLength);
  const { messages, pkg } = await publint({ strict: true, pack: { tarball } });
  return messages.map((message) => `publint: ${formatMessage(message, pkg) ?? message.code}`);
}

/** Returns what `arethetypeswrong` finds in a tarball, for ES modules: Precept has no CommonJS builds. */
export async function checkWithAttw(path: string): Promise<readonly string[]> {
  const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(await readFile(path))));
  if (analysis.types === false) return ["attw: the package has no types"];
  return analysis.problems.filter(isForEsModules).map((problem) => `attw: ${JSON.stringify(problem)}`);
}

function isForEsModules(problem: Problem): boolean {
  // CommonJS resolves an ES module since Node 22.12, with `require`.
  if (problem.kind === "CJSResolvesToESM") return false;
  if ("resolutionKind" in problem) return problem.resolutionKind === "node16-esm" || problem.resolutionKind === "bundler";
  return !("resolutionOption" in problem) || problem.resolutionOption !== "node10";
}
