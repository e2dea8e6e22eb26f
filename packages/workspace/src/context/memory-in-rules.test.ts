import { link, mkdir, rename, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { propertyRuns } from "@precept/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planWorkspaceImport } from "../transfer/import.ts";
import { createProject, nativeRule } from "../../test/project.ts";

const secret = "the launch code is 4711";
const memory = `## Decisions\n- ${secret}\n`;

/** Everything that a request without a main session can get from a workspace. */
async function seenBy(workspace: Awaited<ReturnType<Awaited<ReturnType<typeof createProject>>["open"]>>): Promise<string> {
  const request = {
    prompt: "launch code @MEMORY.md @secret #[[file:MEMORY.md]]",
    files: ["MEMORY.md", "memory.md"],
    include: ["MEMORY", "secret"],
  };
  return JSON.stringify([
    await workspace.resolve(request, { debug: true }),
    (await workspace.resolve(request)).skipped,
    await workspace.boot({ sessionType: "shared", ...request }),
    await workspace.listAll(),
    await workspace.search({ text: "launch code 4711" }),
    await workspace.diagnostics(),
    await planWorkspaceImport(workspace),
  ]);
}

describe.skipIf(process.platform === "win32")("MEMORY.md", () => {
  it.each([
    ["#[[file:MEMORY.md]]"],
    ["#[[file:./../../MEMORY.md]]"],
    ["#[[file:memory.md]]"],
    ["#[[file:hop.md]]"],
    ["#[[file:twin.md]]"],
    ["#[[file:docs/includes.md]]"],
  ])("is not included by a rule that contains %s", async (reference) => {
    const { open, dir } = await createProject({
      "MEMORY.md": memory,
      "docs/includes.md": "#[[file:MEMORY.md]]",
      ".precept/rules/a.md": nativeRule("a", {}, `Read ${reference}`),
    });
    await symlink("MEMORY.md", join(dir, "hop.md"));
    await link(join(dir, "MEMORY.md"), join(dir, "twin.md"));
    await symlink("MEMORY.md", join(dir, "memory.md")).catch(() => undefined);
    const workspace = await open();
    const { diagnostics } = await workspace.resolve();
    expect(diagnostics.map(({ code }) => code)).toContain("reference/memory");
    expect(await seenBy(workspace)).not.toContain(secret);
  });

  it.each(["CLAUDE.md", "GEMINI.md"])("is not imported by %s", async (file) => {
    const { open } = await createProject({ "MEMORY.md": memory, [file]: "Read @MEMORY.md and @./MEMORY.md too.\n" });
    const workspace = await open();
    expect((await workspace.resolve()).prompt).toContain("@MEMORY.md");
    expect(await seenBy(workspace)).not.toContain(secret);
  });

  it("is not a rule, wherever its names are, and is one of the main session only", async () => {
    const locations = [
      ".precept/rules/secret.md",
      ".cursor/rules/secret.mdc",
      ".claude/rules/secret.md",
      "CLAUDE.md",
      "AGENTS.md",
      "packages/a/AGENTS.md",
      ".github/copilot-instructions.md",
      ".precept/local/rules/secret.md",
    ];
    const routes = fc.constantFrom("none", "link", "hard link", "link to a link");
    await fc.assert(
      fc.asyncProperty(fc.tuple(...locations.map(() => routes)), fc.boolean(), async (chosen, isRoot) => {
        const { open, dir } = await createProject({
          "MEMORY.md": memory,
          ...(isRoot && { ".precept/config.yaml": "rules: { dirs: [.] }\n" }),
        });
        await symlink("MEMORY.md", join(dir, "hop"));
        for (const [at, route] of chosen.entries()) {
          const path = join(dir, locations[at] ?? "");
          if (route === "none") continue;
          await mkdir(dirname(path), { recursive: true });
          if (route === "hard link") await link(join(dir, "MEMORY.md"), path);
          else await symlink(join(dir, route === "link" ? "MEMORY.md" : "hop"), path);
        }
        const workspace = await open();
        expect(await seenBy(workspace)).not.toContain(secret);
        const main = await workspace.boot({ sessionType: "main" });
        expect(main.context.memoryContent).toBe(memory);
        expect(main.resolution.prompt).not.toContain(secret);
        await workspace[Symbol.asyncDispose]();
      }),
      { numRuns: propertyRuns({ sample: 40, full: 100 }) },
    );
  });

  it("is not a rule any more once a rule file becomes the memory", async () => {
    const { open, dir } = await createProject({ ".precept/rules/a.md": nativeRule("a", {}, "Public.") });
    const workspace = await open();
    expect((await workspace.resolve()).prompt).toContain("Public.");
    await writeFile(join(dir, ".precept/rules/a.md"), nativeRule("a", {}, secret));
    await link(join(dir, ".precept/rules/a.md"), join(dir, "MEMORY.md"));
    await workspace.reload();
    expect((await workspace.resolve()).prompt).toBe("");
    expect((await workspace.diagnostics()).map(({ code, file }) => [code, file])).toContainEqual([
      "file/agent-memory",
      ".precept/rules/a.md",
    ]);
    // And again once it is no longer the memory.
    await rename(join(dir, "MEMORY.md"), join(dir, "other.md"));
    await workspace.reload();
    expect((await workspace.resolve()).prompt).toContain(secret);
  });

  it("is protected in the directory of the context, before and after the configuration changes", async () => {
    const { open, write } = await createProject({
      "agent/MEMORY.md": memory,
      ".precept/rules/a.md": nativeRule("a", {}, "#[[file:agent/MEMORY.md]]"),
      ".precept/config.yaml": "context: { dir: agent }\n",
    });
    const workspace = await open();
    expect(await seenBy(workspace)).not.toContain(secret);
    await write(".precept/config.yaml", "context: { dir: agent, maxCharacters: 5 }\n");
    await workspace.reload();
    expect(await seenBy(workspace)).not.toContain(secret);
  });
});
