import type { WrapperSpec } from "./wrapper-spec.ts";

const plain: WrapperSpec = {};
const packageRunner: WrapperSpec = {
  subcommands: ["exec", "x", "dlx", "run-script"],
  valueFlags: ["-C", "--dir", "--prefix", "-p"],
};

/** Programs that run a command in the environment of a project, in another terminal or in another system. */
export const environmentWrappers: Readonly<Record<string, WrapperSpec>> = {
  npx: { valueFlags: ["-p", "--package"], textFlags: ["-c", "--call"] },
  bunx: plain,
  npm: packageRunner,
  pnpm: packageRunner,
  yarn: packageRunner,
  bundle: { subcommands: ["exec"] },
  poetry: { subcommands: ["run"] },
  pipenv: { subcommands: ["run"] },
  uv: { subcommands: ["run", "tool run"], valueFlags: ["--with", "-p", "--python", "--project", "--directory"] },
  conda: { subcommands: ["run"], valueFlags: ["-n", "--name", "-p", "--prefix"] },
  "nix-shell": { textFlags: ["--run", "--command"], onlyText: true },
  tmux: {
    subcommands: ["new-session", "new", "split-window", "new-window", "neww"],
    valueFlags: ["-s", "-n", "-t", "-c", "-x", "-y"],
    joinsWords: true,
  },
  screen: { valueFlags: ["-S", "-L", "-t"] },
  wsl: { valueFlags: ["-d", "--distribution", "-u", "--user", "--cd"] },
};
