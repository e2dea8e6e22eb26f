import { describe, expect, it } from "vitest";
import { parseCommands } from "../parse-commands.ts";
import { codeIn, interpreterOf, shellTextsIn } from "./interpreters.ts";

describe("the language of a program", () => {
  it.each([
    ["python3.12", "python"],
    ["Python.exe", "python"],
    ["node", "node"],
    ["pwsh", "pwsh"],
    ["pythonic", undefined],
    ["toString", undefined],
  ])("%s is %s", (program, language) => expect(interpreterOf(program)).toBe(language));
});

describe("the code in the arguments", () => {
  it.each([
    ["python", "-c a b", ["a"]],
    ["python", "-Ic a", ["a"]],
    ["python", "-c", [""]],
    ["python", "a.py -x", []],
    ["node", "-pe a", ["a"]],
    ["node", "-e a -p b", ["a", "b"]],
    ["node", "-c a", []],
    ["awk", "{print} f (x)", ["{print}", "(x)"]],
    ["powershell", "-NoProfile -Command a b", ["a b"]],
    ["pwsh", "-c a b", ["a b"]],
    ["pwsh", "-xc a", []],
    ["powershell", "-enc cgBtAA==", ["rm"]],
    ["powershell", "-EC cgBtAA==", ["rm"]],
    ["powershell", "-e !", ["!"]],
    ["powershell", "-Command cm0=", ["cm0="]],
    ["cobol", "-c a", []],
  ])("of %s %s", (language, words, code) => expect(codeIn(language, words.split(" "))).toEqual(code));
});

describe("the shell texts in code", () => {
  it.each([
    ['os.system("rm -rf /")', ["rm -rf /"]],
    ["subprocess.run(['rm', '-rf', 'a b'])", ["'rm' '-rf' 'a b'"]],
    ["spawn('rm', [\"it's\"])", ["'rm' 'it'\\''s'"]],
    ['call("rm -rf", x)', ["rm -rf"]],
    ['run("ls"); f("b")', ["ls"]],
    ["x = `rm -rf /`", ["rm -rf /"]],
    ["x = %x{rm -rf /}", ["rm -rf /"]],
    ["qx{ls} . qx{rm}", ["ls", "rm"]],
    ["execSync(`rm ${x}`)", ["rm ${x}", "rm ${x}"]],
    ['system("a\\"b \\x41\\n")', ['a"b A\n']],
    ["system(x)", []],
    ["`rm", []],
    ["systemic('x')", []],
    ['system  ( ["rm"', ["rm"]],
    ['system("rm"      , "b")', ["'rm' 'b'"]],
  ])("%s", (code, texts) => expect(shellTextsIn(code)).toEqual(texts));

  it("are read up to a length of 4,000 characters each", () => {
    const textOf = (length: number) => shellTextsIn(`system("${"a".repeat(length)}")`).map((text) => text.length);
    expect(textOf(3998)).toEqual([3998]);
    expect(textOf(3999)).toEqual([]);
  });

  it.each([
    [200, undefined],
    [201, "it contains code with more than 200 calls"],
  ])("of %i calls: incomplete is %s", (count, incomplete) => {
    expect(parseCommands(`python -c '${'system("a");'.repeat(count)}'`).incomplete).toBe(incomplete);
  });
});
