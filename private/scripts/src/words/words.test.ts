import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { checkFiles } from "./check-files.ts";
import { splitName } from "./find-words.ts";
import { retiredWords } from "./retired-words.ts";
import type { WordList } from "./word-list.ts";

const root = join(import.meta.dirname, "../../../..");

const sample: WordList = {
  retired: [
    { forms: ["keep", "kept"], retiredIn: "names", replacement: "store" },
    { forms: ["nobody"], retiredIn: "text", replacement: "no one" },
    { forms: ["in force"], retiredIn: "both", replacement: "active" },
  ],
  allowed: [
    { use: "keepAlive", where: "everywhere" },
    { use: "user nobody", where: "src/unix" },
  ],
};

/** Returns the words that are found in one file, with their lines. */
async function find(text: string, path = "src/a.ts", words: WordList = sample): Promise<readonly string[]> {
  const dir = await mkdtemp(join(tmpdir(), "precept-words-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  await mkdir(dirname(join(dir, path)), { recursive: true });
  await writeFile(join(dir, path), text);
  return checkFiles(dir, [path], words).map(({ line, word }) => `${line} ${word}`);
}

describe("the list of retired words", () => {
  it.each(retiredWords.retired.flatMap(({ forms, retiredIn }) => forms.map((form) => [form, retiredIn] as const)))(
    'has "%s", which is found in %s',
    async (form, retiredIn) => {
      const name = form.split(/[^a-z]+/).map((word, at) => (at === 0 ? word : word.slice(0, 1).toUpperCase() + word.slice(1)));
      const inName = await find(
        `const a${name.join("").replace(/^./, (first) => first.toUpperCase())}B = 1;\n`,
        "src/a.ts",
        retiredWords,
      );
      expect(inName.some((found) => found === `1 ${form}`)).toBe(retiredIn !== "text" && !form.includes("-"));
      const inText = await find(`// Here is ${form} now.\n`, "src/a.ts", retiredWords);
      expect(inText.some((found) => found === `1 ${form}`)).toBe(retiredIn !== "names");
    },
  );

  it.each(retiredWords.allowed)("allows $use in $where", async ({ use, where }) => {
    const path = where === "everywhere" ? "src/a.ts" : `${where}a.ts`;
    expect(await find(/^\w+$/.test(use) ? `const ${use} = 1;\n` : `// ${use}.\n`, path, retiredWords)).toEqual([]);
  });
});

describe("retired words are found", () => {
  it("in all kinds of declared names", async () => {
    const declarations = [
      "const keepAll = 1;",
      "function f(keepOne: string, { a: keepTwo = 1, ...keepRest }: X, [keepThree]: Y): void {}",
      "class KeepStore<KeepItem> { #kept = 1; keepIt(): void {} }",
      "interface WasKept { readonly kept?: string; keep(keepMe: string): void }",
      "type KeepKind = (keepArgument: string) => void;",
      "const options = { kept: 1, nested: { keepThat: 2 } };",
      'import { a as keepA } from "a";',
      "const g = (keepB: string) => 1;",
      "try {} catch (keepError) {}",
    ];
    for (const text of declarations) expect([text, (await find(text)).length > 0]).toEqual([text, true]);
  });

  it("not in names that are only used, and not inside other words", async () => {
    expect(await find("thing.keep(kept); const { kept } = thing; const upkeeping = { bookkeeper };\n")).toEqual([]);
  });

  it("in file names", async () => {
    expect(await find("", "src/keep-alive.json")).toEqual(["1 keep"]);
  });

  it("in comments, across lines, with the line of the word", async () => {
    expect(await find("\n/**\n * Policies in\n * force apply.\n */\n// This is in\n// force.\n")).toEqual([
      "3 in force",
      "6 in force",
    ]);
  });

  it("in messages, titles and templates, but not in other strings", async () => {
    expect(await find('const a = "There is nobody here";')).toEqual(["1 nobody"]);
    expect(await find("const a = `${b}: nobody ${c} is here`;")).toEqual(["1 nobody"]);
    expect(await find('const a = "nobody"; const b = "src/nobody/x";')).toEqual([]);
  });

  it("in Markdown, but not in code and link targets", async () => {
    expect(await find("# A\n\nNobody knows.\n", "a.md")).toEqual(["3 nobody"]);
    expect(await find("`nobody` and [x](nobody)\n\n```sh\nnobody\n```\n", "a.md")).toEqual([]);
  });

  it("in YAML values and comments", async () => {
    expect(await find("# Rules in force\nmessage: nobody sees it\n", "a.yaml")).toEqual(["1 in force", "2 nobody"]);
  });

  it("except for allowed uses", async () => {
    expect(await find("const keepAlive = 1;")).toEqual([]);
    expect(await find("const keepAliveAll = 1;")).toEqual(["1 keep"]);
    expect(await find("// Runs as user nobody.", "src/unix/a.ts")).toEqual([]);
    expect(await find("// Runs as user nobody.")).toEqual(["1 nobody"]);
  });

  it("by the program, which prints file, line, word and replacement", async () => {
    const dir = await mkdtemp(join(root, "private/scripts/src/words/seeded-"));
    onTestFinished(() => rm(dir, { recursive: true, force: true }));
    await writeFile(join(dir, "a.ts"), "// A policy in force.\n");
    const program = join(root, "private/scripts/src/check-words.ts");
    const run = (): string =>
      execFileSync(process.execPath, ["--conditions=@precept/source", program, dir], { encoding: "utf8", stdio: "pipe" });
    expect(run).toThrow(/a\.ts:1: "in force" is retired .*Use instead: active/);
  });
});

it("splits names into words", () => {
  expect(splitName("keepAllRules")).toEqual(["keep", "all", "rules"]);
  expect(splitName("src/KEEP_ALL-rules.test.ts")).toEqual(["src", "keep", "all", "rules", "test", "ts"]);
  expect(splitName("readJSONFile2")).toEqual(["read", "json", "file"]);
});
