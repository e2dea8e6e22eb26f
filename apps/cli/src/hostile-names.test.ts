import { propertyRuns } from "@precept/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createProject, type TestProject } from "../test/precept-in.ts";

/** Control and invisible characters, except line feeds and tabs. No command prints them (joiners only in emoji). */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}](?<![\n\t])/u;
// oxlint-disable-next-line no-control-regex -- The pattern matches escape sequences.
const ownSequences = /\u001B\[(?:1|2|22|3[1236]|39)m|^\u001B\[2J\u001B\[3J\u001B\[H/g;

const hostileText =
  "\u202Egpj\u2066\u200B\u200E\u061C\u001B[2J\u009B31m\u0007\r\nFORGED \u2028FORGED\u2029\u0085\u00AD\uFEFF\u{E0041}";

/** Formats a YAML string in double quotes, with escapes. */
const quoteYaml = (text: string): string =>
  `"${[...text].map((character) => (/[a-z0-9 ]/i.test(character) ? character : `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`)).join("")}"`;

/** The part of a text that a file name can contain. */
const fileName = (text: string): string => text.replace(/[/\0]/g, "").slice(0, 60);

function createHostileProject(text: string): Promise<TestProject> {
  const name = quoteYaml(`name ${text}`);
  const rule = (more: string): string =>
    `---\nname: ${name}\ndescription: ${quoteYaml(text)}\nglobs: [${quoteYaml(`src/${text}/**`)}]\ntags: [${quoteYaml(text)}]\n${quoteYaml(`key ${text}`)}: ${quoteYaml(text)}\n${more}---\n\nAlways use tabs ${text.replace(/\r?\nFORGED/g, "")}.\n`;
  const policy = `rule:\n  id: HOSTILE\n  severity: HIGH\n  match: { pattern: hunter2 }\n  message: ${quoteYaml(`Found {match} ${text}`)}\n  suggestion: ${quoteYaml(text)}\n  metadata: { description: ${quoteYaml(text)}, owner: ${quoteYaml(text)} }\n  tests: { valid: [${quoteYaml(text)}], invalid: [${quoteYaml(`hunter2 ${text}`)}] }\n`;
  return createProject({
    [`.precept/rules/a${fileName(text)}.md`]: rule(""),
    [".precept/rules/b.md"]: rule("inclusion: always\npriority: 80\n"),
    [".precept/rules/broken.md"]: `---\nname: ${name}\npriority: ${quoteYaml(text)}\ncategory: ${quoteYaml(text)}\ninclusion: ${quoteYaml(text)}\nglobs: [${quoteYaml(`[${text}`)}]\n---\n`,
    [`.cursor/rules/c${fileName(text)}.mdc`]: `---\ndescription: ${quoteYaml(text)}\n---\nText ${text.replace(/\r?\nFORGED/g, "")}\n`,
    ".precept/policies/p.yaml": policy,
    [`.precept/policies/q${fileName(text)}.yaml`]: `rule: { id: ${quoteYaml(text)}, severity: ${quoteYaml(text)} }\n`,
    [`src/d${fileName(text)}.ts`]: "const password = 'hunter2';\n",
  });
}

const commands: readonly ((name: string, text: string) => readonly string[])[] = [
  () => ["list", "--all"],
  (name) => ["show", name],
  () => ["show", "project:.precept/rules/b.md"],
  (_, text) => ["show", `unknown ${text}`],
  (_, text) => ["explain", `src/d${fileName(text)}.ts`, "--all"],
  (_, text) => ["explain", "--rules-include", text, "--root", text],
  () => ["conflicts"],
  () => ["trace"],
  () => ["lint"],
  () => ["lint", "--fix-unsafe", "--dry-run"],
  (_, text) => ["lint", `missing${text}`],
  () => ["check"],
  (_, text) => ["check", `src/d${fileName(text)}.ts`],
  (_, text) => ["check", `missing${text}`],
  () => ["policies", "list"],
  () => ["policies", "test"],
  () => ["policies", "show", "HOSTILE"],
  (_, text) => ["policies", "explain", "HOSTILE", `src/d${fileName(text)}.ts`],
  () => ["doctor"],
  (name) => ["history", name],
  () => ["import", "--dry-run"],
  () => ["export", "--to", "cursor,claude", "--dry-run", "--diff"],
  (_, text) => ["export", "--to", text],
  (_, text) => ["convert", `.cursor/rules/c${fileName(text)}.mdc`, "--to", "claude", "--dry-run", "--diff"],
  () => ["audit", "list"],
  () => ["audit", "verify"],
  () => ["soft-hooks", "list"],
  () => ["checkpoint", "list"],
  () => ["reload"],
  (_, text) => ["watch", `src/d${fileName(text)}.ts`],
  () => ["audit", "tail"],
  () => ["init", "--dry-run"],
  (_, text) => ["create", `new ${text}`, "--content", "Text", "--description", text],
  (_, text) => ["create", "new", "--content", text, "--description", text],
  (_, text) => ["create", "new", "--content", text.replace(/\r?\nFORGED/g, ""), "--dry-run"],
  (_, text) => ["complete", `precept show ${text}`],
  () => ["complete", "precept show "],
  () => ["disable", "project:.precept/rules/b.md"],
  () => ["edit", "project:.precept/rules/b.md", "--priority", "3"],
  () => ["delete", "project:.precept/rules/b.md", "--yes"],
  (_, text) => [`command${text}`],
  (_, text) => ["list", `--option${text}`],
  (_, text) => ["list", "--scope", text],
];

/** Runs a command in each output mode, and returns the problems of its output. */
async function diagnosticsOf({ precept }: TestProject, args: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const interactive of [false, true]) {
    for (const json of [[], ["--json"]]) {
      const { out, err } = await precept([...args, ...json], { interactive });
      const shown = interactive ? `${out}${err}`.replace(ownSequences, "") : `${out}${err}`;
      const [character] = unsafe.exec(shown) ?? [];
      if (character !== undefined) found.push(`U+${character.codePointAt(0)?.toString(16)}`);
      found.push(...shown.split("\n").filter((line) => line.startsWith("FORGED") || line.includes("unexpected error")));
    }
  }
  return found;
}

describe("hostile names and texts in the output", () => {
  it.each(commands.map((args) => [args("NAME", "TEXT").join(" "), args] as const))("are printable for %s", async (_, args) => {
    expect(await diagnosticsOf(await createHostileProject(hostileText), args(`name ${hostileText}`, hostileText))).toEqual([]);
  });

  it("**Property** are printable whatever they contain", async () => {
    const unit = fc.constantFrom(
      "a",
      " ",
      "\u001B",
      "[32m",
      "\u001B]8;;x\u0007",
      "\n",
      "\nFORGED",
      "\r",
      "\t",
      "\b",
      "\u007F",
      "\u009B",
      "\u202E",
      "\u2067",
      "\u200F",
      "\u200B",
      "\u200D",
      "\u2028",
      "\u{E0067}",
      "\uFE0F",
      "…",
      "é",
    );
    const text = fc.array(unit, { minLength: 1, maxLength: 8 }).map((units) => units.join(""));
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom(...commands), async (hostile, args) => {
        expect(await diagnosticsOf(await createHostileProject(hostile), args(`name ${hostile}`, hostile))).toEqual([]);
      }),
      { numRuns: propertyRuns({ sample: 15, full: 100 }) },
    );
  });

  it("are unchanged in the prompt section of resolve, which an agent reads", async () => {
    const { precept } = await createHostileProject("a\u202Eb");
    expect((await precept(["resolve"])).out).toContain("Always use tabs a\u202Eb");
    expect((await precept(["resolve", "--json"])).out).not.toMatch(unsafe);
  });

  it("are unchanged in reports for programs, and cannot forge an annotation", async () => {
    const { precept } = await createHostileProject("a\u202Eb\n::error::FORGED");
    const annotations = (await precept(["check", "--format", "github"])).out.trimEnd().split("\n");
    expect(annotations).toEqual(annotations.filter((line) => /^::(?:error|warning|notice) (?!:)[^:]*::(?!.*\r)/.test(line)));
    expect(annotations.join()).toContain("a\u202Eb%0A::error::FORGED");
    const sarif = JSON.stringify(JSON.parse((await precept(["check", "--format", "sarif"])).out));
    expect(sarif).toContain("a\u202Eb\\n::error::FORGED");
  });
});
