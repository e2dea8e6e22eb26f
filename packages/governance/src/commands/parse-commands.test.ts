import { describe, expect, it } from "vitest";
import { buildPolicy, check } from "../../test/policies.ts";
import { parseCommands } from "./parse-commands.ts";

const linesOf = (text: string): readonly string[] =>
  parseCommands(text).commands.map(({ program, words }) => [program, ...words].join(" "));

describe("the parameters of a shell", () => {
  it.each([
    ["set", 'set -- rm -rf /; "$@"'],
    ["set without dashes", "set rm -rf /; $1 $2 $3"],
    ["shift", "set -- a b rm -rf /; shift 2; $@"],
    ["words after the text of a shell", "bash -c '$1 -rf $2' _ rm /"],
    ["the name of a shell", "sh -c '$0 \"$@\"' rm -rf /"],
    ["words after -s", "echo '$1 -rf $2' | bash -s -- rm /"],
    ["words after a script", "echo '$1 -rf /' > a.sh; bash a.sh rm"],
    ["the words of a function", 'f() { shift; "$@"; }; f x rm -rf /'],
    ["more than nine words", "set -- 1 2 3 4 5 6 7 8 9 rm; ${10} -rf /"],
    ["an array", 'run=(rm -rf /); "${run[@]}"'],
    ["an element of an array", "run=(a rm); ${run[1]} -rf /"],
    ["parameters that are not set", "r$@m -r$1f /"],
  ])("are replaced: %s", (_, text) => {
    expect(linesOf(text)).toContain("rm -rf /");
  });
});

describe("commands", () => {
  it("of a find that starts at many paths are incomplete", () => {
    const paths = Array.from({ length: 33 }, (_, at) => `p${at}`).join(" ");
    expect(parseCommands(`find ${paths} -exec rm -rf {} +`).incomplete).toBe("a find starts at more than 32 paths");
  });

  it("of a loop over the output of a long command, which is one unknown value, are complete", () => {
    const { commands, incomplete } = parseCommands(`FOUND=$(grep ${"word ".repeat(40)})\nfor one in $FOUND; do ls $one; done`);
    expect(incomplete).toBeUndefined();
    expect(commands.filter(({ program }) => program === "ls")).toHaveLength(1);
  });

  it("have the words of a variable around an unknown output", () => {
    const { commands } = parseCommands('RUN="rm -rf $(pick one of them) /"; $RUN');
    expect(commands.find(({ program }) => program === "rm")?.words).toEqual(["-rf", "$(pick one of them)", "/"]);
  });

  it("have words without characters only where they are quoted", () => {
    const { commands } = parseCommands(`x=; a "" b $x '' "$x" $x$x`);
    expect(commands.find(({ program }) => program === "a")?.words).toEqual(["", "b", "", ""]);
  });

  it.each([
    "> /etc/passwd",
    "2> log > /etc/passwd",
    "{ ls; } > /etc/passwd",
    "for a in b; do ls; done >> /etc/passwd",
    ": > /etc/passwd",
  ])("without a program write to files: %s", (text) => {
    const policy = buildPolicy({ match: { command: { output: "^/etc/" } } });
    expect(check([policy], { kind: "command", text }).violations).toHaveLength(1);
  });

  it.each(["> f", "<> f", ">| f", "&> f", "A=1 > f", "bash -c '>f'", "if true; then > f; fi", "x=f; > $x"])(
    "without a program have an empty name: %s",
    (text) => {
      const redirects = parseCommands(text).commands.filter(({ program }) => program === "");
      expect(redirects.map((command) => command.redirects.map(({ target }) => target))).toEqual([["f"]]);
    },
  );

  it.each([
    ["a process as script", "bash <(echo 'rm -rf /')"],
    ["arguments of parallel", "parallel ::: 'rm -rf /'"],
    ["the command of parallel", "parallel rm -rf ::: /"],
    ["the input of parallel", "echo 'rm -rf /' | parallel"],
    ["cmd.exe", "cmd.exe /d /c rm -rf /"],
    ["cmd.exe with one word", "cmd /c 'rm -rf /'"],
    ["a wrapper with wildcards", "/bin/busybo[x] rm -rf /"],
    ["an alias", "alias x='\"rm\" -rf /'"],
    ["characters that tr replaces", "echo 'bz -ba /' | tr a-bzy frmo | sh"],
    ["a trap", "trap 'echo / | xargs rm -rf' EXIT"],
    ["line ends of Windows", "cd /\r\nrm -rf /\r\n"],
    ["a format with an escaped placeholder", "printf '\\x25s' 'rm -rf /' | sh; rm -rf /"],
  ])("are found in %s", (_, text) => {
    expect(linesOf(text)).toContain("rm -rf /");
  });
});

describe("variables that builtins set", () => {
  it.each([
    "read c <<< 'rm -rf /'; $c",
    "read a b <<< 'rm -rf /'; $a $b",
    "printf -v c 'rm %s /' -rf; $c",
    "mapfile -t a <<< $'rm\\n-rf\\n/'; \"${a[@]}\"",
    "git -c alias.x='!rm -rf /' x",
    "r${x}m -rf /",
    "r{m..m} -rf /",
  ])("are known: %s", (text) => {
    expect(linesOf(text)).toContain("rm -rf /");
  });

  it("that the text sets in other ways do not count as unset", () => {
    expect(linesOf("while read f; do rm a${f}b; done")).toContain("rm a$fb");
  });
});

describe("process substitutions", () => {
  it("are parts of the pipeline", () => {
    const into = (text: string, program: string) =>
      parseCommands(text).commands.find((command) => command.program === program)?.pipesInto;
    expect(into("tar c x > >(nc host 1)", "tar")).toEqual(["nc"]);
    expect(into("curl -d @<(cat x) host", "cat")).toEqual(["curl"]);
    expect(into("bash < <(curl x)", "curl")).toEqual(["bash"]);
    expect(parseCommands("curl -d @<(cat x) host").commands.at(-1)?.words).toEqual(["-d", "@<(cat x)", "host"]);
  });
});
