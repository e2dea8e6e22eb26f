import { describe, expect, it } from "vitest";
import { buildPolicy, check } from "../../../test/policies.ts";
import { createCandidateFinder } from "../../prefilter/candidate-finder.ts";
import { prefilterPatternsOf } from "../../prepare/prepare-policies.ts";
import { parseCommands } from "../parse-commands.ts";
import type { ProjectFiles } from "../project-files.ts";

const files: Readonly<Record<string, string>> = {
  "a.sh": "#!/bin/bash\nset -e\nrm -rf /\n",
  "b.sh": "./a.sh\n",
  "c.sh": "./b.sh\n",
  "self.sh": "./self.sh; rm -rf /",
  "scripts/in.sh": "rm -rf $1",
  "near.sh": 'cd "$(dirname "$0")" && . "$(dirname "${BASH_SOURCE[0]}")/a.sh"\n',
  "next.sh": 'bash "$(dirname "$0")/scripts/in.sh" /\n',
  "plain.txt": "rm -rf /\n",
  "x.sql": "rm -rf /",
  "tools.mk": "TOOL := rm\nARGS = -rf /\nz:\n\t-$(TOOL) ${ARGS}\n",
  "web/package.json": JSON.stringify({ scripts: { clean: "rm -rf /" } }),
  "web/Makefile": "z:\n\trm -rf /\n",
  "t.py": "import os\nos.system('rm -rf /')\n",
  "package.json": JSON.stringify({ scripts: { clean: "rm -rf /", prebuild: "sh a.sh", build: "tsc", rm: "rm -rf" } }),
  "broken/package.json": "{",
  Makefile: "X = 1\nall: clean\n\techo hi\nclean:\n\t@rm -rf / \nother:\n\tls\n",
  ".git/config": '[core]\n\tx = 1\n[alias]\n\tgo = "!rm -rf /"\n\tst = status\n',
  ".env": "rm -rf /",
};
const project: ProjectFiles = { root: "/home/dev/shop", readFile: (path) => files[path] };
const linesOf = (text: string, given?: ProjectFiles): readonly string[] =>
  parseCommands(text, given).commands.map(({ program, words }) => [program, ...words].join(" "));

describe("a command that runs a file of the project", () => {
  it.each([
    "sh a.sh",
    "bash -x ./a.sh",
    "./a.sh",
    "source a.sh",
    ". ./a.sh",
    "sh < a.sh",
    "./b.sh",
    "cd scripts && ../a.sh",
    "bash /home/dev/shop/a.sh",
    "sh scripts/in.sh /",
    "python3 t.py",
    "npm run clean",
    "npm run build",
    "pnpm clean",
    "yarn run rm -- /",
    "npm --prefix . run clean",
    "make",
    "make clean",
    "make -C . all",
    "git go",
    "sudo ./a.sh",
    "cat a.sh | sh",
    "tail -n 1 a.sh | sudo bash -s",
    "bash <(cat a.sh)",
    'bash -c "$(cat plain.txt)"',
    'eval "$(< plain.txt)"',
    "cp plain.txt b.txt; mv b.txt own.sh; sh own.sh",
    "cat plain.txt > own.sh && . ./own.sh",
    "sh near.sh",
    "./next.sh",
    "find . -name a.sh -exec bash {} +",
    "echo a.sh | xargs bash",
    "npm --prefix web run clean",
    "make -C web z",
    "make -f tools.mk z",
    "make -f tools.mk z TOOL=rm",
    "true && ./self.sh",
  ])("includes the commands of the file: %s", (text) => {
    expect(linesOf(text, project)).toContain("rm -rf /");
    expect(linesOf(text)).not.toContain("rm -rf /");
  });

  it.each([
    "./c.sh",
    "cat a.sh",
    "source .env",
    "sh /other/a.sh",
    "sh ../a.sh",
    "sh $dir/a.sh",
    "npm install",
    "npm run missing",
    "cd broken && npm run clean",
    "make other",
    "git st",
    "echo ./a.sh",
    "cat a.sh | grep rm",
    "cp a.sh other.sh",
    "curl x > a.sh; sh a.sh",
    "find . -name '*.sh' -exec bash {} +",
  ])("does not: %s", (text) => {
    expect(linesOf(text, project)).not.toContain("rm -rf /");
  });

  it.each(["git config --global alias.now '!rm -rf /' && git now", "git -C web -c alias.now='!rm -rf' now /"])(
    "includes an alias of git that the text sets: %s",
    (text) => expect(linesOf(text)).toContain("rm -rf /"),
  );

  it("is searched by patterns, with the words that the shell reads", () => {
    const policy = buildPolicy({ match: { pattern: "rm -rf /$" } });
    const found = (text: string) => check([policy], { kind: "command", text }, { project }).violations.map(({ match }) => match);
    expect(found("npm run clean")).toEqual(["npm run clean"]);
    expect(found("r''m $'-rf' \\/")).toEqual(["r''m $'-rf' \\/"]);
    expect(found("echo -rf / | xargs rm")).toEqual(["rm"]);
    expect(found("rm -rf /")).toEqual(["rm -rf /"]);
    expect(found("psql -f x.sql")).toEqual(["psql -f x.sql"]);
    expect(found("npm run build:missing")).toEqual([]);
  });

  it("is a violation, also with the prefilter, at the command", () => {
    const policy = buildPolicy({ match: { command: { program: "rm", flags: ["-r"] } } });
    const candidates = createCandidateFinder(() => prefilterPatternsOf(policy));
    const { violations } = check([policy], { kind: "command", text: "ls && npm run clean" }, { project, candidates });
    expect(violations).toMatchObject([{ match: "npm run clean" }]);
    expect(check([policy], { kind: "text", text: "npm run clean" }, { project, candidates }).violations).toEqual([]);
  });
});
