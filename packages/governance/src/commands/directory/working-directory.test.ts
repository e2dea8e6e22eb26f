import { describe, expect, it } from "vitest";
import { parseCommands } from "../parse-commands.ts";
import { expressionTexts } from "../match-command.ts";

/** The paths that the last command's operands mean. */
const pathsIn = (text: string): readonly string[] => {
  const command = parseCommands(text).commands.at(-1);
  return command === undefined ? [] : expressionTexts.operands(command);
};

describe("the paths of a command", () => {
  it.each([
    ["cd docs && rm a", ["a", "docs/a"]],
    ["cd docs; cd ../src; rm a", ["a", "src/a"]],
    ["cd docs && rm ../a", ["a"]],
    ["cd docs; rm ../a", ["../a", "a"]],
    ["cd / && rm -rf *", ["/*"]],
    ["cd build && rm -rf *", ["build/*"]],
    ["(cd docs); rm a", ["a"]],
    ["cd docs | true; rm a", ["a"]],
    ["x=$(cd docs); rm a", ["a"]],
    ["pushd docs; popd; rm a", ["a"]],
    ["pushd docs && rm a", ["a", "docs/a"]],
    ["cd ~ && rm a", ["a", "~/a"]],
    ["cd && rm a", ["a", "~/a"]],
    ["cd docs && rm /a ~/b $HOME/c", ["/a", "~/b", "$HOME/c"]],
    ["cd docs && npm publish a", ["publish", "a"]],
    ["rm `pwd`/a $PWD/b", ["./a", "./b"]],
    ["rm ${HOME:?}/a ${HOME}/b", ["$HOME/a", "$HOME/b"]],
  ])("%s", (text, expected) => {
    expect(pathsIn(text)).toEqual(expected);
  });

  it.each([
    ["cat .e?v", ".env"],
    ["cat .en*", ".env.local"],
    ["cat /e*c/shadow", "/etc/shadow"],
    ["cat ~/.ssh/id_*", "~/.ssh/id_rsa"],
  ])("include the protected files that wildcards match: %s", (text, expected) => {
    expect(pathsIn(text)).toContain(expected);
  });

  it.each(["cat *", "cat src/*.ts", "ls .*", "cat [a]*"])("are not guessed: %s", (text) => {
    expect(pathsIn(text)).toHaveLength(1);
  });
});
