import { anyCodePoint, propertyRuns } from "@precept/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildPolicy, check } from "../../test/policies.ts";
import { commandLimits } from "./parsed-command.ts";
import { ReaderState } from "./state/reader-state.ts";
import { ReadingStopped } from "./state/reading-limits.ts";
import { parseCommands, readShellText } from "./parse-commands.ts";

const policy = buildPolicy({
  match: {
    command: {
      program: "rm",
      flags: [
        ["-r", "-R", "--recursive"],
        ["-f", "--force"],
      ],
    },
  },
});
const isFound = (text: string): boolean =>
  check([policy], { kind: "command", text }).violations.some(({ indeterminate }) => indeterminate === undefined);

/** A spelling of one word that a shell reads as that word. */
const spellingOf = (word: string): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constant(word),
    fc.constant(`'${word}'`),
    fc.constant(`"${word}"`),
    fc.constant(`$'${word}'`),
    fc.nat({ max: word.length }).map((at) => `${word.slice(0, at)}''${word.slice(at)}`),
    fc.nat({ max: word.length - 1 }).map((at) => `${word.slice(0, at)}\\${word.slice(at)}`),
  );
const flags = fc.oneof(
  fc.constantFrom(["-rf"], ["-fr"], ["-Rf"], ["-rvf"]),
  fc
    .tuple(fc.constantFrom("-r", "-R", "--recursive"), fc.constantFrom("-f", "--force"))
    .chain((pair) => fc.shuffledSubarray([...pair], { minLength: 2 })),
);
const path = fc.constantFrom("/", "src", "/tmp/a b", "x.txt");
const quoted = (word: string): string => `'${word}'`;
const deletion = fc
  .tuple(spellingOf("rm"), flags, path, fc.boolean())
  .chain(([program, written, target, isLast]) =>
    fc
      .tuple(...written.map(spellingOf))
      .map((spelled) => [program, ...(isLast ? [quoted(target), ...spelled] : [...spelled, quoted(target)])].join(" ")),
  );
const wrapped = (text: string): fc.Arbitrary<string> =>
  fc.constantFrom(
    text,
    `sudo -u root ${text}`,
    `cd /x && ${text}; ls`,
    `env A=1 nice -n 5 timeout -k 1 5 ${text}`,
    `( ${text} )`,
    `x=$( ${text} )`,
    `f() { ${text}; }`,
    `if a; then ${text}; fi`,
    `for i in 1 2; do ${text}; done`,
    `bash <<'EOF'\n${text}\nEOF\n`,
    `bash -c ${shellQuote(text)}`,
    `ssh -p 22 host ${shellQuote(text)}`,
    `docker exec -it box sh -c ${shellQuote(text)}`,
    `eval ${shellQuote(text)}`,
    `echo ${shellQuote(btoa(text))} | base64 -d | sh`,
    `echo ${shellQuote(text)} | bash`,
  );

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

describe("commands", () => {
  it("are found in every spelling and behind every wrapper", () => {
    fc.assert(
      fc.property(deletion.chain(wrapped), (text) => {
        expect({ text, isFound: isFound(text) }).toEqual({ text, isFound: true });
      }),
      { numRuns: propertyRuns({ sample: 75, full: 500 }) },
    );
  });

  it("are not found in the arguments of other programs", () => {
    const mention = fc.constantFrom("echo", "git commit -m", "grep -rn", "npx vitest -t", "gh issue create --title", "printf %s");
    fc.assert(
      fc.property(mention, deletion, (program, text) => {
        const mentioned = `${program} ${shellQuote(text)}`;
        expect(check([policy], { kind: "command", text: mentioned }).violations).toEqual([]);
      }),
      { numRuns: propertyRuns({ sample: 50, full: 300 }) },
    );
  });

  it("are located inside any text", () => {
    const noise = fc.array(
      fc.constantFrom(
        "rm",
        " ",
        "-rf",
        "$(",
        ")",
        "`",
        "'",
        '"',
        "\\",
        "|",
        ";",
        "<<E",
        "\n",
        "{",
        "a,b",
        "}",
        "${",
        "X=",
        "$X",
        "if",
        "sudo",
        "bash -c",
        "find . -exec",
        "\u{1F600}",
        "\0",
      ),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          noise.map((parts) => parts.join("")),
          fc.string({ unit: anyCodePoint, maxLength: 200 }),
        ),
        (text) => {
          for (const { location } of parseCommands(text).commands) {
            expect(location.start).toBeGreaterThanOrEqual(0);
            expect(location.end).toBeGreaterThanOrEqual(location.start);
            expect(location.end).toBeLessThanOrEqual(text.length);
          }
        },
      ),
      { numRuns: propertyRuns({ sample: 150, full: 1000 }) },
    );
  });

  const bombs: readonly (readonly [string, (count: number) => string])[] = [
    ...[
      ..."|;\"'\\`(*",
      "$(",
      "${",
      "<(",
      "((",
      "$((",
      "[[ ",
      "{ ",
      "&&",
      "\\\n",
      "<<E\n",
      "<<E ",
      "cat <<E\na\nE\n",
      "! ",
      "a|",
      "a && ",
      "if ",
      "while ",
      "case x in ",
      "for a in 1 2 3; do ",
      "f() { ",
      "x=$x$x;",
      "x=${x//a/$x};",
      "${x//",
      "${x:-",
      "{a,b}",
      "sudo ",
      "eval ",
      "xargs ",
      "timeout 1 ",
      "find . -exec ",
      "bash -c ",
      "echo a b | xargs ",
      "python -c 'run(\"a\")';",
      "tee a|",
    ].map((part) => [part, (count: number) => part.repeat(count)] as const),
    ["bash -c '…' in itself", (count) => Array.from({ length: Math.min(count, 14) }).reduce<string>(nest, "rm -rf /")],
    ["$(…) in double quotes", (count) => `${'bash -c "$('.repeat(count)}a${')"'.repeat(count)}`],
    ["values that double", (count) => `x=aa;${"x=$x$x;".repeat(count)}${"eval $x;".repeat(count)}`],
    ["functions that call each other", (count) => `${functionsThatCall(Math.min(count, 5000))}f0`],
    ["loops in loops", (count) => `${"for a in 1 2 3 4; do ".repeat(count)}a${"; done".repeat(count)}`],
    ["here-documents in a here-document", (count) => `bash <<'X'\n${"<<E ".repeat(count)}\nX\n`],
  ];
  it.each(bombs)("of a text that repeats %j are read in a limited number of steps", (_, repeat) => {
    for (const count of [10, 1000, propertyRuns({ sample: 6000, full: 40_000 })]) {
      const state = new ReaderState();
      const text = repeat(count).slice(0, commandLimits.textLength);
      const read = (): void => readShellText(text, state);
      expect(attempt(read)).toSatisfy((error) => error === undefined || error instanceof ReadingStopped);
      // One step can be as long as all texts that the limits allow.
      expect(state.limits.steps).toBeLessThan(commandLimits.steps + commandLimits.textLength);
      expect(state.drafts.length).toBeLessThanOrEqual(commandLimits.commands);
    }
  });

  it("before the limit of here-documents are read", () => {
    const text = `rm -rf /;\n${"cat <<E\na\nE\n".repeat(1001)}`;
    const { commands, incomplete } = parseCommands(text);
    expect(commands).toHaveLength(1001);
    expect(incomplete).toBe("it has more than 1000 here-documents");
  });
});

function functionsThatCall(count: number): string {
  return Array.from({ length: count }, (_, at) => `f${at}() { f${at + 1} $1$1; f${at + 1} $1; }; `).join("");
}

function nest(text: string): string {
  return `bash -c ${shellQuote(text)}`;
}

function attempt(read: () => void): unknown {
  try {
    read();
    return undefined;
  } catch (error) {
    return error;
  }
}
