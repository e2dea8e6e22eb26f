import { createHash } from "node:crypto";
import { stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { autoCodec, cursor, mdc, precept } from "@precept/mdc-compat";
import { createProject } from "@precept/testing";
import { loadAll } from "../test/rules-of.ts";

const always = "---\nalwaysApply: true\n---\n\nBody\n";
const native = "---\nname: style\ndescription: D\n---\n\nBody\n";

describe("a root", () => {
  it("is read with all its subdirectories", async () => {
    const project = await createProject({
      ".cursor/rules/a.mdc": always,
      ".cursor/rules/api/b.mdc": always,
      ".cursor/rules/api/deep/er/c.mdc": always,
      ".cursor/rules/api/script.ts": "export {};",
    });
    const { ids, reported } = await loadAll({ projectDir: project.dir, roots: [{ dir: ".cursor/rules", codec: cursor }] });
    expect(ids).toEqual([
      "project:.cursor/rules/a.mdc",
      "project:.cursor/rules/api/b.mdc",
      "project:.cursor/rules/api/deep/er/c.mdc",
    ]);
    expect(reported).toEqual([]);
  });

  it("gives each rule its scope, its times and its origin", async () => {
    const project = await createProject({ "rules/api/style.mdc": always });
    await utimes(join(project.dir, "rules/api/style.mdc"), 1_700_000_000, 1_700_000_000);
    const { rules } = await loadAll({
      id: "team",
      projectDir: project.dir,
      roots: [{ dir: "rules", scope: "user", codec: mdc }],
    });
    expect(rules).toEqual([
      {
        id: "user:rules/api/style.mdc",
        name: "style",
        description: "",
        content: "Body\n",
        scope: "user",
        inclusion: "always",
        globs: [],
        priority: 50,
        override: false,
        enabled: true,
        pending: false,
        authority: "default",
        contexts: [],
        targets: [],
        tags: [],
        checks: [],
        version: 1,
        replaces: [],
        metadata: {},
        origin: {
          store: "team",
          dialect: "mdc",
          root: "rules",
          path: "rules/api/style.mdc",
          label: true,
          sha256: createHash("sha256").update(always).digest("hex"),
        },
        createdAt: "2023-11-14T22:13:20.000Z",
        updatedAt: "2023-11-14T22:13:20.000Z",
      },
    ]);
  });

  it("records in the origin what it governs, its position and whether it is an overlay", async () => {
    const project = await createProject({ "one/a.md": native, "packages/web/two/a.md": native, "three/a.md": native });
    const { rules } = await loadAll({
      projectDir: project.dir,
      roots: [
        { dir: "one", codec: precept, base: "" },
        { dir: "packages/web/two", codec: precept, base: "packages/web" },
        { dir: "three", codec: precept, overlay: true },
      ],
    });
    const sha256 = createHash("sha256").update(native).digest("hex");
    const shared = { store: "fs", dialect: "precept", sha256 };
    expect(rules.map(({ origin }) => origin)).toEqual([
      { ...shared, root: "one", path: "one/a.md" },
      { ...shared, root: "packages/web/two", path: "packages/web/two/a.md", base: "packages/web", rootOrder: 1 },
      { ...shared, root: "three", path: "three/a.md", rootOrder: 2, overlay: true },
    ]);
  });

  it("outside the project has the same ids on every machine, and shows absolute paths", async () => {
    const project = await createProject();
    const home = await createProject({ "rules/a.mdc": always });
    const { rules } = await loadAll({
      projectDir: project.dir,
      roots: [{ dir: join(home.dir, "rules"), scope: "global", codec: cursor }],
    });
    expect(rules.map(({ id, origin }) => [id, origin.root, origin.path])).toEqual([
      ["global:a.mdc", `${home.dir}/rules`, `${home.dir}/rules/a.mdc`],
    ]);
  });

  it("outside the project keeps its rules next to those of another one of the same scope", async () => {
    const one = await createProject({ "a.mdc": always });
    const two = await createProject({ "a.mdc": always });
    const roots = [one, two].map(({ dir }) => ({ dir, scope: "user" as const, codec: cursor }));
    const project = await createProject();
    const { rules } = await loadAll({ projectDir: project.dir, roots });
    expect(rules.map(({ id, origin }) => [id, origin.root])).toEqual([
      ["user:a.mdc", one.dir],
      ["user:a.mdc#2", two.dir],
    ]);
  });

  it("that is missing is an error, unless it is optional", async () => {
    const project = await createProject({ "good/a.mdc": always });
    const { ids, reported } = await loadAll({
      projectDir: project.dir,
      roots: [
        { dir: "missing", codec: cursor },
        { dir: "optional", codec: cursor, optional: true },
        { dir: "good/a.mdc/below-a-file", codec: cursor },
        { dir: "good/a.mdc", codec: cursor, optional: true },
        { dir: "good", codec: cursor },
      ],
    });
    expect(ids).toEqual(["project:good/a.mdc"]);
    expect(reported).toEqual(["root/missing missing", "root/missing good/a.mdc/below-a-file", "root/not-a-directory good/a.mdc"]);
  });

  it("can be a link to a directory of the project", async () => {
    const project = await createProject({ "shared/a.mdc": always });
    await project.link("rules", "shared");
    const { ids, reported } = await loadAll({ projectDir: project.dir, roots: [{ dir: "rules", codec: cursor }] });
    expect([ids, reported]).toEqual([["project:rules/a.mdc"], []]);
  });

  it("that is a link to a directory outside the project is read only if that directory is trusted", async () => {
    const shared = await createProject({ "a.mdc": always });
    const project = await createProject();
    await project.link("rules", shared.dir);
    const options = { projectDir: project.dir, roots: [{ dir: "rules", codec: cursor }] };
    const refused = await loadAll(options);
    expect([refused.ids, refused.reported]).toEqual([[], ["root/link-escapes rules"]]);
    const trusted = await loadAll({ ...options, trustedDirs: [shared.dir] });
    expect([trusted.ids, trusted.reported]).toEqual([["project:rules/a.mdc"], []]);
  });
});

describe("files", () => {
  it("with both extensions are read if the codec accepts both", async () => {
    const project = await createProject({ "r/a.mdc": always, "r/b.md": always, "r/C.MD": always, "r/d.txt": always });
    const { ids, reported } = await loadAll({ projectDir: project.dir, roots: [{ dir: "r", codec: mdc }] });
    expect([ids, reported]).toEqual([["project:r/C.MD", "project:r/a.mdc", "project:r/b.md"], []]);
  });

  it("that Cursor ignores are reported, and a RULE.md is a rule only in a folder", async () => {
    const project = await createProject({ "r/a.md": always, "r/RULE.md": always, "r/carts/RULE.md": always, "r/.mdc": always });
    const { ids, rules, reported } = await loadAll({ projectDir: project.dir, roots: [{ dir: "r", codec: cursor }] });
    expect(ids).toEqual(["project:r/carts/RULE.md"]);
    expect(rules[0]?.name).toBe("carts");
    expect(reported).toEqual(["file/ignored r/RULE.md", "file/ignored r/a.md", "cursor/folder-rule r/carts/RULE.md:1:1"]);
  });

  it("of several dialects in one root each have their own dialect", async () => {
    const project = await createProject({ "r/a.md": native, "r/b.mdc": always });
    const { rules } = await loadAll({ projectDir: project.dir, roots: [{ dir: "r", codec: autoCodec }] });
    expect(rules.map(({ name, origin }) => [name, origin.dialect, origin.label])).toEqual([
      ["style", "precept", undefined],
      ["b", "mdc", true],
    ]);
  });

  it("are sorted by path, by code point, whatever order they were created in", async () => {
    const names = [
      "a-b.mdc",
      "a.mdc",
      "a/b.mdc",
      "aB.mdc",
      "b.mdc",
      "B.mdc",
      "z.mdc",
      "ä.mdc",
      "\uFF5E.mdc",
      "😀.mdc",
      "10.mdc",
      "9.mdc",
    ];
    const sorted = ["10", "9", "B", "a-b", "a", "a/b", "aB", "b", "z", "ä", "\uFF5E", "😀"].map(
      (name) => `project:r/${name}.mdc`,
    );
    for (const order of [names, names.toReversed(), names.toSorted()]) {
      const project = await createProject(Object.fromEntries(order.map((name) => [`r/${name}`, "No front matter\n"])));
      const { ids, reported } = await loadAll({ projectDir: project.dir, roots: [{ dir: "r", codec: cursor }] });
      expect(ids).toEqual(sorted);
      expect(reported).toEqual(sorted.map((id) => `cursor/no-front-matter ${id.replace("project:", "")}:1:1`));
    }
  });

  it("are not changed by reading", async () => {
    const project = await createProject({ "r/a.mdc": always });
    const before = await stat(join(project.dir, "r/a.mdc"));
    await loadAll({ projectDir: project.dir, roots: [{ dir: "r", codec: cursor }] });
    expect((await stat(join(project.dir, "r/a.mdc"))).mtimeMs).toBe(before.mtimeMs);
  });

  it("can be as large as the codec or the store allows", async () => {
    const text = `${always}${"x".repeat(1000)}`;
    const project = await createProject({ "r/a.mdc": text });
    const roots = [{ dir: "r", codec: cursor }];
    const exact = await loadAll({ projectDir: project.dir, roots, maxBytes: text.length });
    expect(exact.ids).toEqual(["project:r/a.mdc"]);
    const below = await loadAll({ projectDir: project.dir, roots, maxBytes: text.length - 1 });
    expect([below.ids, below.reported]).toEqual([[], ["file/too-large r/a.mdc"]]);
  });
});
