import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readShellText } from "./parse-commands.ts";
import { parseShell } from "./parse-shell.ts";
import { readPlainScript } from "./plain-script.ts";
import { ReaderState } from "./state/reader-state.ts";

const parts = [
  ..."abfx~^%=:,@+-./\"'| ;\n\t&!#",
  "rm",
  "-rf",
  "sudo",
  "xargs",
  "find",
  "-exec",
  "bash -c",
  "echo",
  "base64 -d",
  "time",
  "if",
  "export",
  "FOO=1",
  "'a b'",
  '"c | d"',
  "''",
  " && ",
  " || ",
  "é",
  "$x",
  "2",
  "tee f",
  "\r",
  "eval",
];

describe("a plain shell text", () => {
  it("is read like the parser reads it", () => {
    let plain = 0;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts, " ", " ", "ls", "git"), { maxLength: 14 }), (chosen) => {
        const text = chosen.join("");
        const script = readPlainScript(text);
        if (script === undefined) return;
        plain += 1;
        expect(commandsIn(text, readPlainScript)).toEqual(commandsIn(text, () => undefined));
      }),
      { numRuns: 2000, seed: 7 },
    );
    expect(plain).toBeGreaterThan(100);
  });

  it.each(["ls -la", "git commit -m 'Fix the total'", "npm test | head -20 && git push\n", 'grep -rn "a b" src; ls', ""])(
    "is read without the parser: %j",
    (text) => {
      expect(readPlainScript(text)).toBeDefined();
    },
  );
});

function commandsIn(text: string, readPlain: typeof readPlainScript): unknown {
  const state = new ReaderState((inner) => readPlain(inner) ?? parseShell(inner));
  readShellText(text, state);
  return { drafts: state.drafts, code: state.code, incomplete: state.limits.incomplete, files: state.files };
}
