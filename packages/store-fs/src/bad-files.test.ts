import { describe, expect, it } from "vitest";
import { cursor, precept } from "@precept/mdc-compat";
import { createProject } from "@precept/testing";
import { loadAll } from "../test/rules-of.ts";

const good = { cursor: "---\nalwaysApply: true\n---\n\nGood\n", precept: "---\nname: good\ndescription: D\n---\n\nGood\n" };

function header(...lines: string[]): string {
  return `---\n${lines.join("\n")}\n---\n\nBody\n`;
}

/** Aliases nested ten levels deep, with ten per level: ten billion values. */
const aliasBomb = header(
  "name: bomb",
  "description: D",
  "a0: &a0 [x, x, x, x, x, x, x, x, x, x]",
  ...Array.from({ length: 9 }, (_, level) => `a${level + 1}: &a${level + 1} [${Array(10).fill(`*a${level}`).join(", ")}]`),
);

interface BadFile {
  readonly title: string;
  readonly dialect: "cursor" | "precept";
  readonly content: string | Uint8Array;
  /** `code line:column` */
  readonly reported: readonly string[];
  /** Whether the rule is used anyway. */
  readonly used?: boolean;
}

const badFiles: readonly BadFile[] = [
  {
    title: "a picture",
    dialect: "cursor",
    content: Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]),
    reported: ["file/not-text"],
  },
  {
    title: "text with a zero byte",
    dialect: "cursor",
    content: "---\nalwaysApply: true\n---\na\0b\n",
    reported: ["file/not-text"],
  },
  { title: "Latin-1", dialect: "cursor", content: Buffer.from("---\n---\nWarenkörbe\n", "latin1"), reported: ["file/not-text"] },
  { title: "UTF-16", dialect: "cursor", content: Buffer.from("\uFEFF---\n---\nText\n", "utf16le"), reported: ["file/not-text"] },
  {
    title: "UTF-8 that is cut in the middle of a character",
    dialect: "precept",
    content: Buffer.from("---\nname: a\ndescription: ä", "utf8").subarray(0, -1),
    reported: ["file/not-text"],
  },
  { title: "2 MiB", dialect: "cursor", content: "x".repeat(2_097_152), reported: ["file/too-large"] },
  { title: "2 MiB", dialect: "precept", content: "x".repeat(2_097_152), reported: ["file/too-large"] },
  { title: "an empty file", dialect: "cursor", content: "", reported: ["cursor/no-front-matter 1:1"], used: true },
  { title: "an empty file", dialect: "precept", content: "", reported: ["front-matter/missing 1:1"] },
  {
    title: "a bomb of YAML aliases",
    dialect: "precept",
    content: aliasBomb,
    reported: ["front-matter/yaml 6:9"],
  },
  {
    title: "a front matter of 100 KiB",
    dialect: "precept",
    content: header("name: long", `description: ${"x".repeat(102_400)}`),
    reported: ["front-matter/too-large 2:1"],
  },
  {
    title: "malformed YAML",
    dialect: "precept",
    content: header("name: bad", "description: D", 'globs: ["a'),
    reported: ["front-matter/yaml 5:1", "front-matter/yaml 5:1"],
  },
  {
    title: "a bare pattern",
    dialect: "precept",
    content: header("name: bad", "description: D", "globs: **/*.ts"),
    reported: ["front-matter/yaml 4:8"],
  },
  {
    title: "missing fields",
    dialect: "precept",
    content: header("globs: a/b.ts"),
    reported: ["rule/field-missing 1:1", "rule/field-missing 1:1"],
  },
  {
    title: "a pattern that explodes",
    dialect: "cursor",
    content: header(`globs: src/${"{a,b}".repeat(40)}`),
    reported: ["glob/too-complex 2:8"],
    used: true,
  },
  {
    title: "a pattern that explodes",
    dialect: "precept",
    content: header("name: bad", "description: D", `globs: "${"{a,b}".repeat(40)}"`),
    reported: ["glob/too-complex 4:8"],
    used: true,
  },
  {
    title: "a pattern that makes regular expressions explode",
    dialect: "cursor",
    content: header("globs: src/+(+(a)).ts"),
    reported: [],
    used: true,
  },
];

describe.each(badFiles)("$title in a $dialect file", ({ dialect, content, reported, used = false }) => {
  it("is reported with its location, and other files are read", async () => {
    const codec = dialect === "cursor" ? cursor : precept;
    const ending = codec.extensions[0] ?? "";
    const project = await createProject({ [`r/bad${ending}`]: content, [`r/good${ending}`]: good[dialect] });
    const loaded = await loadAll({ projectDir: project.dir, roots: [{ dir: "r", codec }] });
    expect(loaded.ids).toEqual([...(used ? [`project:r/bad${ending}`] : []), `project:r/good${ending}`]);
    expect(loaded.reported).toEqual(reported.map((one) => one.replace(/^(\S+) ?/, `$1 r/bad${ending}:`).replace(/:$/, "")));
  });
});

it("reports all bad files of all roots, root by root", async () => {
  const project = await createProject({ "r/good.mdc": good.cursor, "n/good.md": good.precept });
  for (const [position, { dialect, content }] of badFiles.entries()) {
    await project.write(dialect === "cursor" ? `r/bad${position}.mdc` : `n/bad${position}.md`, content);
  }
  const { ids, reported } = await loadAll({
    projectDir: project.dir,
    roots: [
      { dir: "n", codec: precept },
      { dir: "r", codec: cursor },
    ],
  });
  expect(ids).toContain("project:r/good.mdc");
  expect(ids).toContain("project:n/good.md");
  expect(ids).toHaveLength(2 + badFiles.filter(({ used }) => used === true).length);
  expect(reported).toHaveLength(badFiles.flatMap((file) => file.reported).length);
});

it("reports brackets nested ten thousand deep, and reads other files", async () => {
  const deep = header("name: deep", "description: D", `x: ${"[".repeat(10_000)}`);
  const project = await createProject({ "r/bad.md": deep, "r/good.md": good.precept });
  const { ids, reported } = await loadAll({ projectDir: project.dir, roots: [{ dir: "r", codec: precept }] });
  expect(ids).toEqual(["project:r/good.md"]);
  expect(reported[0]).toMatch(/^front-matter\/yaml r\/bad\.md:\d+:\d+$/);
});

it("leaves a pattern with exponential expansions unchanged", async () => {
  const project = await createProject({ "r/bad.mdc": header(`globs: src/${"{a,b}".repeat(40)}`) });
  const { rules } = await loadAll({ projectDir: project.dir, roots: [{ dir: "r", codec: cursor }] });
  expect(rules[0]).toMatchObject({ inclusion: "fileMatch", globs: [`src/${"{a,b}".repeat(40)}`] });
});

describe("something other than a file with the name of a rule file", () => {
  it("a directory is reported, and the rules in it are read", async () => {
    const project = await createProject({ "r/x.mdc/inner.mdc": good.cursor, "r/good.mdc": good.cursor });
    const { ids, reported } = await loadAll({ projectDir: project.dir, roots: [{ dir: "r", codec: cursor }] });
    expect(ids).toEqual(["project:r/good.mdc", "project:r/x.mdc/inner.mdc"]);
    expect(reported).toEqual(["file/is-directory r/x.mdc"]);
  });

  it.skipIf(process.platform === "win32")("a pipe, or a link to one, is reported without waiting for it", async () => {
    const project = await createProject({ "r/good.mdc": good.cursor });
    project.makePipe("r/x.mdc");
    project.makePipe("r/quiet");
    await project.link("r/y.mdc", "quiet");
    const { ids, reported } = await loadAll({ projectDir: project.dir, roots: [{ dir: "r", codec: cursor }] });
    expect(ids).toEqual(["project:r/good.mdc"]);
    expect(reported).toEqual(["file/not-regular r/x.mdc", "file/not-regular r/y.mdc"]);
  });

  it("directories nested too deeply are reported once, and those above are read", async () => {
    const project = await createProject({
      [`r/${"d/".repeat(40)}deep.mdc`]: good.cursor,
      [`r/${"d/".repeat(32)}edge.mdc`]: good.cursor,
    });
    const { ids, reported } = await loadAll({ projectDir: project.dir, roots: [{ dir: "r", codec: cursor }] });
    expect(ids).toEqual([`project:r/${"d/".repeat(32)}edge.mdc`]);
    expect(reported).toEqual([`root/too-many r/${"d/".repeat(33)}`.slice(0, -1)]);
  });
});
