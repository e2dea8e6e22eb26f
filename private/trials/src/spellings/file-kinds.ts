import { plainPipeline, type Kind, type Spelling } from "./spelling.ts";
import type { Pipeline } from "./commands.ts";

const withFiles = (name: string, spell: (text: string) => Required<Spelling>, unverified?: string): Kind => ({
  name,
  spell: (pipeline: Pipeline) => spell(plainPipeline(pipeline)),
  ...(unverified !== undefined && { unverified }),
});

const script = (text: string): string => `#!/bin/sh\nset -e\n# Prepares the project.\n${text}\n`;
const asPackage = (scripts: Readonly<Record<string, string>>): string =>
  `${JSON.stringify({ name: "shop", scripts }, undefined, 2)}\n`;
const recipe = (text: string): string => text.replaceAll("$", "$$$$").replaceAll("\n", "\n\t");

/** Files of the project that a command runs. */
export const fileKinds: readonly Kind[] = [
  withFiles("sh x.sh", (text) => ({ text: "sh x.sh", files: { "x.sh": script(text) } })),
  withFiles("bash -e scripts/x.sh", (text) => ({ text: "bash -e scripts/x.sh a b", files: { "scripts/x.sh": script(text) } })),
  withFiles("./i.sh", (text) => ({ text: "./i.sh", files: { "i.sh": script(text) } })),
  withFiles("a script without a name ending", (text) => ({ text: "bin/setup now", files: { "bin/setup": script(text) } })),
  withFiles("chmod and ./i.sh", (text) => ({ text: "chmod +x i.sh && ./i.sh", files: { "i.sh": script(text) } })),
  withFiles("source", (text) => ({ text: "source ./x.sh", files: { "x.sh": script(text) } })),
  withFiles("a dot", (text) => ({ text: ". ./x.sh", files: { "x.sh": script(text) } })),
  withFiles("sh < x.sh", (text) => ({ text: "sh < x.sh", files: { "x.sh": script(text) } })),
  withFiles("cat x.sh | sh", (text) => ({ text: "cat x.sh | sh", files: { "x.sh": script(text) } })),
  withFiles("bash <(cat x.sh)", (text) => ({ text: "bash <(cat x.sh)", files: { "x.sh": script(text) } })),
  withFiles("bash -c of a file", (text) => ({ text: 'bash -c "$(cat x.sh)"', files: { "x.sh": script(text) } })),
  withFiles("eval of a file", (text) => ({ text: 'eval "$(< x.sh)"', files: { "x.sh": script(text) } })),
  withFiles("eval of the end of a file", (text) => ({ text: 'eval "$(tail -n 1 x.sh)"', files: { "x.sh": script(text) } })),
  withFiles("cd and sh", (text) => ({ text: "cd scripts && sh x.sh", files: { "scripts/x.sh": script(text) } })),
  withFiles("a script through nohup", (text) => ({ text: "nohup timeout 9 bash x.sh", files: { "x.sh": script(text) } })),
  withFiles("a script through env", (text) => ({ text: "env A=1 ./i.sh", files: { "i.sh": script(text) } })),
  withFiles("a script by find -exec", (text) => ({
    text: "find . -name x.sh -exec sh {} \\;",
    files: { "x.sh": script(text) },
  })),
  withFiles("a script by xargs", (text) => ({ text: "echo x.sh | xargs bash", files: { "x.sh": script(text) } })),
  withFiles("a script in a variable", (text) => ({ text: "s=x.sh; bash $s", files: { "x.sh": script(text) } })),
  withFiles("a script with parameters", (text) => ({
    text: `sh x.sh ${text.split(" ")[0] ?? ""}`,
    files: { "x.sh": script(`"$1" ${text.split(" ").slice(1).join(" ")}`) },
  })),
  withFiles("a script with a function", (text) => ({
    text: "bash x.sh",
    files: { "x.sh": `main() {\n  ${text}\n}\nmain "$@"\n` },
  })),
  withFiles("a script with variables", (text) => ({
    text: "bash x.sh",
    files: { "x.sh": `TOOL=${text.split(" ")[0] ?? ""}\n$TOOL ${text.split(" ").slice(1).join(" ")}\n` },
  })),
  withFiles("a script with Windows line ends", (text) => ({
    text: "bash x.sh",
    files: { "x.sh": `: start\r\n${text} #\r\n: end\r\n` },
  })),
  withFiles("a script that calls a script", (text) => ({
    text: "sh x.sh",
    files: { "x.sh": "echo start\nsh scripts/y.sh\n", "scripts/y.sh": script(text) },
  })),
  withFiles("a script that sources a script", (text) => ({
    text: "bash scripts/x.sh",
    files: { "scripts/x.sh": '. "$(dirname "$0")/y.sh"\n', "scripts/y.sh": script(text) },
  })),
  withFiles("a script that calls its neighbour", (text) => ({
    text: "bash scripts/x.sh",
    files: { "scripts/x.sh": 'cd "$(dirname "$0")"\nbash ./y.sh\n', "scripts/y.sh": script(text) },
  })),
  withFiles("npm run", (text) => ({ text: "npm run y", files: { "package.json": asPackage({ y: text }) } })),
  withFiles("npm run --silent", (text) => ({ text: "npm run --silent y", files: { "package.json": asPackage({ y: text }) } })),
  withFiles("npm test", (text) => ({ text: "npm test", files: { "package.json": asPackage({ test: text }) } })),
  withFiles("a script before npm run", (text) => ({
    text: "npm run y",
    files: { "package.json": asPackage({ prey: text, y: "echo done" }) },
  })),
  withFiles("npm run of a script", (text) => ({
    text: "npm run y",
    files: { "package.json": asPackage({ y: "sh scripts/x.sh" }), "scripts/x.sh": script(text) },
  })),
  withFiles("npm run of npm run", (text) => ({
    text: "npm run y",
    files: { "package.json": asPackage({ y: "npm run z", z: text }) },
  })),
  withFiles("npm --prefix", (text) => ({
    text: "npm --prefix web run y",
    files: { "web/package.json": asPackage({ y: text }) },
  })),
  withFiles(
    "pnpm",
    (text) => ({ text: "pnpm y", files: { "package.json": asPackage({ y: text }) } }),
    "pnpm may not be installed",
  ),
  withFiles(
    "yarn run",
    (text) => ({ text: "yarn run y", files: { "package.json": asPackage({ y: text }) } }),
    "yarn may not be installed",
  ),
  withFiles("make z", (text) => ({ text: "make z", files: { Makefile: `all:\n\techo all\n\nz:\n\t@${recipe(text)}\n` } })),
  withFiles("make", (text) => ({ text: "make", files: { Makefile: `all: z\n\nz:\n\t${recipe(text)}\n` } })),
  withFiles("make -f", (text) => ({ text: "make -f tools.mk z", files: { "tools.mk": `.PHONY: z\nz:\n\t-${recipe(text)}\n` } })),
  withFiles("make -C", (text) => ({ text: "make -s -C sub z", files: { "sub/Makefile": `z:\n\t${recipe(text)}\n` } })),
  withFiles("make with a variable", (text) => ({
    text: "make z",
    files: { Makefile: `TOOL = ${text.split(" ")[0] ?? ""}\n\nz:\n\t$(TOOL) ${recipe(text.split(" ").slice(1).join(" "))}\n` },
  })),
  withFiles("make of a script", (text) => ({
    text: "make z",
    files: { Makefile: "z:\n\tsh scripts/x.sh\n", "scripts/x.sh": script(text) },
  })),
  withFiles("python x.py", (text) => ({
    text: "python3 tools/x.py",
    files: {
      "tools/x.py": `#!/usr/bin/env python3\nimport os\n\ndef main():\n    os.system(${JSON.stringify(text)})\n\nmain()\n`,
    },
  })),
  withFiles("./x.py", (text) => ({
    text: "./x.py",
    files: { "x.py": `#!/usr/bin/env python3\nimport subprocess\nsubprocess.run(${JSON.stringify(text)}, shell=True)\n` },
  })),
  withFiles("node x.mjs", (text) => ({
    text: "node x.mjs",
    files: {
      "x.mjs": `import { execSync } from "node:child_process";\n\nexecSync(${JSON.stringify(text)}, { stdio: "inherit" });\n`,
    },
  })),
  withFiles(
    "a git alias of the repository",
    (text) => ({
      text: "git x",
      files: { ".git/config": `[core]\n\tbare = false\n[alias]\n\tx = "!${text.replace(/["\\]/g, "\\$&")}"\n` },
    }),
    "it needs a whole repository",
  ),
];
