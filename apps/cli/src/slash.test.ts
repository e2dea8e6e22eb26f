import { openWorkspace } from "@precept/workspace";
import { expect, it, onTestFinished } from "vitest";
import { runSlashCommand } from "./slash.ts";
import { splitWords } from "./split-words.ts";
import { createProject, nativeRule } from "../test/precept-in.ts";

async function openChat() {
  const { dir } = await createProject({ ".precept/rules/house.md": nativeRule("house"), "src/a.ts": "" });
  const workspace = await openWorkspace(dir, { home: `${dir}/no-home` });
  onTestFinished(() => workspace[Symbol.asyncDispose]());
  return { workspace, say: (line: string) => runSlashCommand(workspace, line) };
}

it("runs commands on an open workspace, and leaves it open", async () => {
  const { workspace, say } = await openChat();
  expect((await say("/rules list")).text).toContain("house");
  expect(await say('/rules create money --content "Use cents, not \'euros\'" --glob "src/**"')).toEqual({
    ok: true,
    text: "created money  .precept/rules/money.md\n",
  });
  expect((await workspace.resolve({ files: ["src/a.ts"] })).prompt).toContain("Use cents, not 'euros'");
  expect((await say("/rules show money")).text).toContain("Use cents");
  await say("/rules edit money --priority 90");
  expect((await say("/rules debug src/a.ts")).text).toContain("money  file pattern matched: src/**");
  expect((await say("/rules trace")).text).toContain("Triggered Rules");
  expect((await say("/rules conflicts")).text).toBe("no conflicts\n");
  expect((await say("/rules validate")).text).toContain("2 rules checked: no problems");
  expect((await say("/rules reload")).text).toContain("2 rules");
  expect((await say("/rules delete money")).text).toContain("deleted money");
  expect((await workspace.list()).map(({ name }) => name)).toEqual(["house"]);
});

it("remembers and searches rules, and shows their usage", async () => {
  const { dir } = await createProject({ ".precept/config.yaml": "project: shop\nuser: ada\nstore: { sqlite: true }\n" });
  const workspace = await openWorkspace(dir, { home: `${dir}/no-home` });
  onTestFinished(() => workspace[Symbol.asyncDispose]());
  const say = (line: string) => runSlashCommand(workspace, line);
  expect(await say('/rules remember "Store amounts in cents." --name money')).toEqual({
    ok: true,
    text: "remembered money  sqlite: project:shop/money\n",
  });
  expect(await say('/rules remember "Never store amounts in cents."')).toEqual({
    ok: false,
    text: expect.stringContaining("--force"),
  });
  expect((await say("/rules search amounts")).text).toContain("money  words");
  for (const line of [
    'debug --prompt "store amounts"',
    "list --rules-include money",
    "show money --files a.ts --rules-include money",
  ]) {
    expect((await say(`/rules ${line}`)).text).toContain("money");
  }
  await workspace.resolve({ prompt: "store amounts" });
  const bob = '/rules remember "Answer in rhymes." --scope user --store sqlite --user bob';
  expect((await say(bob)).text).toContain("user:bob/answer-in-rhymes");
  expect((await say("/rules search rhymes")).text).toContain("No rules found.");
  expect((await say("/rules search rhymes --user bob")).text).toContain("answer-in-rhymes");
  expect((await say("/rules usage money")).text).toMatch(/^money +1 /m);
});

it("does not list the rules of other projects and users in a chat", async () => {
  const { say } = await openChat();
  expect(await say("/rules list --all-tenants")).toEqual({
    ok: false,
    text: expect.stringContaining("cannot list the rules of all"),
  });
});

it("reports the rules that an answer lacks", async () => {
  const { workspace, say } = await openChat();
  await say(`/rules create long --content "${"word ".repeat(30_000)}"`);
  expect((await workspace.list()).map(({ name }) => name)).toEqual(["house", "long"]);
  const { text, ok } = await say("/rules debug");
  expect(text).toContain("Dropped by the budget (1 rule)");
  expect(text).toContain("budget/rule-dropped");
  expect(ok).toBe(true);
});

it("replies with the error", async () => {
  const { say } = await openChat();
  expect(await say("/rules show hause")).toEqual({
    ok: false,
    text: 'error: Unknown rule "hause".\nhint: Did you mean "house"?\n',
  });
  expect((await say("/rules lst")).text).toContain('Unknown command "/rules lst". Commands: /rules list,');
  expect((await say("/rules")).ok).toBe(true);
  expect((await say("/rules create")).ok).toBe(false);
});

it.each([
  ["/rules  list", ["/rules", "list"]],
  ['a "b c" \'d "e\' f\\ g', ["a", "b c", 'd "e', "f g"]],
  ['x"" "" y', ["x", "", "y"]],
  ['"a\\"b" \'c\\d\'', ['a"b', "c\\d"]],
  ["", []],
])("splits %j into words", (line, words) => {
  expect(splitWords(line)).toEqual(words);
});
