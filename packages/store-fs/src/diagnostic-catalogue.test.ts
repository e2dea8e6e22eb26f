import { link } from "node:fs/promises";
import { join } from "node:path";
import { identifyFile, openRoot } from "@precept/files";
import { describe, expect, it } from "vitest";
import { fileDiagnostics, type FileDiagnosticCode } from "./diagnostic-catalogue.ts";
import { readRuleFile } from "./read-rule.ts";
import { cursor } from "@precept/mdc-compat";
import { createProject, type Project } from "@precept/testing";
import { listAll, openStore } from "../test/rules-of.ts";

const always = "---\nalwaysApply: true\n---\n\nBody\n";

/** For each code, the expected file and the steps that cause it in a project whose root is `r`. */
const produced: Record<
  Exclude<FileDiagnosticCode, "roots/search-cut">,
  readonly [file: string, make: (project: Project) => unknown]
> = {
  "root/missing": ["r", () => undefined],
  "root/not-a-directory": ["r", (project) => project.write("r", "a file")],
  "root/unreadable": ["r", (project) => project.link("r", "r")],
  "root/link-escapes": ["r", (project) => project.link("r", "..")],
  "root/too-many": [`r${"/d".repeat(33)}`, (project) => project.makeDirectory(`r${"/d".repeat(33)}`)],
  "file/too-large": ["r/a.mdc", (project) => project.write("r/a.mdc", "x".repeat(262_145))],
  "file/not-text": ["r/a.mdc", (project) => project.write("r/a.mdc", Uint8Array.of(0xff))],
  "file/unreadable": ["r/a.mdc", (project) => project.makeDirectory("r")],
  "file/is-directory": ["r/a.mdc", (project) => project.makeDirectory("r/a.mdc")],
  "file/not-regular": [
    "r/a.mdc",
    async (project) => {
      await project.makeDirectory("r");
      project.makePipe("r/a.mdc");
    },
  ],
  "file/link-escapes": ["r/a.mdc", (project) => project.link("r/a.mdc", "../..")],
  "file/secret": [
    "r/a.mdc",
    async (project) => {
      await project.write("r/server.pem", "key");
      await project.link("r/a.mdc", "server.pem");
    },
  ],
  "file/agent-memory": [
    "r/a.mdc",
    async (project) => {
      await project.write("MEMORY.md", always);
      await project.makeDirectory("r");
      await link(join(project.dir, "MEMORY.md"), join(project.dir, "r/a.mdc"));
    },
  ],
  "file/link-loop": ["r/a.mdc", (project) => project.link("r/a.mdc", ".")],
  "file/link-broken": ["r/a.mdc", (project) => project.link("r/a.mdc", "gone.mdc")],
  "file/ignored": ["r/a.md", (project) => project.write("r/a.md", always)],
};

describe.skipIf(process.platform === "win32")("the diagnostics of files", () => {
  it.each(Object.entries(produced))(
    "reports %s, and nothing else, with the text of the catalogue",
    async (code, [file, make]) => {
      const project = await createProject();
      await make(project);
      const store = openStore({
        projectDir: project.dir,
        roots: [{ dir: "r", codec: cursor }],
        identifyMemory: () => identifyFile(openRoot(project.dir), "MEMORY.md"),
      });
      await listAll(store);
      // A file that is deleted after it was listed.
      const vanished = code === "file/unreadable" ? await readRuleFile("r/a.mdc", cursor, project.dir) : undefined;
      const reported = [...store.diagnostics(), ...(vanished?.diagnostics ?? [])];
      const { title: _, severity, ...entry } = fileDiagnostics[code as FileDiagnosticCode];
      expect(reported).toEqual([{ code, severity, file, message: expect.stringMatching(/\.$/), ...entry }]);
    },
  );

  it("are all in the table of this test", () => {
    // Not about one root: tested with the search for roots.
    const others = ["roots/search-cut"];
    expect([...Object.keys(produced), ...others].toSorted()).toEqual(Object.keys(fileDiagnostics).toSorted());
  });

  it("show paths relative to the project, or absolute paths outside it", async () => {
    const outside = await createProject({ "r/a.md": always });
    const project = await createProject();
    const store = openStore({ projectDir: project.dir, roots: [{ dir: join(outside.dir, "r"), codec: cursor }] });
    await listAll(store);
    expect(store.diagnostics()).toMatchObject([{ code: "file/ignored", file: `${outside.dir}/r/a.md` }]);
  });
});
