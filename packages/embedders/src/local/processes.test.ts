import { cp, mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createProject, eachLine, startScript } from "@precept/testing";
import { describe, expect, it } from "vitest";
import { writeTinyModel } from "../../test/tiny-model.ts";

const packageDir = join(import.meta.dirname, "../..");

/** Runs a script to its end. Returns what it printed, and its exit code. */
async function runScript(
  script: string,
  cwd: string,
  ...args: readonly string[]
): Promise<{ lines: readonly string[]; code: number | null }> {
  const child = startScript(script, { cwd, args });
  const lines: string[] = [];
  await eachLine(child, (line) => lines.push(line));
  return { lines, code: child.exitCode };
}

describe("a process with a local model", () => {
  it.each(["", "await embedder[Symbol.asyncDispose]();"])(
    "ends by itself, with and without disposing of it: %j",
    { tags: "slow" },
    async (end) => {
      const { dir } = await createProject();
      await writeTinyModel(join(dir, "tiny"));
      const script = `
      import { createLocalEmbedder } from "@precept/embedders/local";
      const embedder = createLocalEmbedder({ modelDir: process.argv[2] });
      const [vector] = await embedder.embed(["use tabs"], { kind: "query" });
      console.log(vector.length);
      ${end}`;
      expect(await runScript(script, packageDir, join(dir, "tiny"))).toEqual({ lines: ["16"], code: 0 });
    },
  );

  it("fails with the command that installs the package if it is missing", async () => {
    const { dir } = await createProject();
    await cp(join(packageDir, "src"), join(dir, "src"), { recursive: true });
    await mkdir(join(dir, "node_modules"));
    for (const name of ["@precept", "p-limit"])
      await symlink(join(packageDir, "node_modules", name), join(dir, "node_modules", name), "junction");
    const script = `
      const { createLocalEmbedder } = await import(process.argv[2]);
      const embedder = createLocalEmbedder({ modelDir: process.argv[3] });
      const error = await embedder.info().catch((error) => error);
      console.log(error.code, error.message, error.hint);`;
    const { lines, code } = await runScript(
      script,
      packageDir,
      pathToFileURL(join(dir, "src/local.ts")).href,
      join(dir, "models"),
    );
    expect(code).toBe(0);
    expect(lines.join(" ")).toBe(
      `EMBEDDER_FAILED The embedder "model in ${join(dir, "models")}" failed: the package @huggingface/transformers is not installed. Run \`npm install @huggingface/transformers\`. Until then, searches use words only.`,
    );
  });
});
