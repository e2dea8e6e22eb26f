import type { WrapperSpec } from "./wrapper-spec.ts";

const plain: WrapperSpec = {};

/** Runs the words after `run`, `exec` or a similar word, and after as many operands. */
const after = (subcommands: readonly string[], rest: WrapperSpec = {}): WrapperSpec => ({ subcommands, ...rest });

/** Tools that choose versions of programs, and run a command with them. */
const versions: Readonly<Record<string, WrapperSpec>> = {
  asdf: after(["exec"]),
  mise: after(["exec", "x"], { textFlags: "-c --command", onlyText: true, restFlags: "--" }),
  rtx: after(["exec", "x"], { textFlags: "-c --command", onlyText: true, restFlags: "--" }),
  rbenv: after(["exec"]),
  pyenv: after(["exec"]),
  nodenv: after(["exec"]),
  goenv: after(["exec"]),
  jenv: after(["exec"]),
  rustup: after(["run"], { operands: 1 }),
  nvm: after(["exec", "run"], { operands: 1 }),
  fnm: after(["exec"], { valueFlags: "--using" }),
  volta: after(["run"], { valueFlags: "--node --npm --yarn" }),
  nix: { onlyText: true, restFlags: "-c --command" },
  guix: { onlyText: true, restFlags: "--" },
  devbox: after(["run"], { valueFlags: "-c --config -e --env" }),
  hatch: after(["run"]),
  pdm: after(["run"]),
  rye: after(["run"]),
  tox: after(["exec"], { onlyText: true, restFlags: "--" }),
  mamba: after(["run"], { valueFlags: "-n --name -p --prefix" }),
  micromamba: after(["run"], { valueFlags: "-n --name -p --prefix" }),
  pixi: after(["run"], { valueFlags: "-e --environment" }),
};

/** Tools that run a command with secrets, or in other directories. */
const environments: Readonly<Record<string, WrapperSpec>> = {
  direnv: after(["exec"], { operands: 1 }),
  op: after(["run"]),
  doppler: after(["run"], { textFlags: "--command", valueFlags: "-p --project -c --config" }),
  infisical: after(["run"], { textFlags: "--command" }),
  "aws-vault": after(["exec"], { operands: 1, valueFlags: "-d --duration" }),
  "cross-env": plain,
  "cross-env-shell": { joinsWords: true },
  dotenv: { valueFlags: "-e -c -v -p -f" },
  dotenvx: after(["run"], { valueFlags: "-f --env-file" }),
  "env-cmd": { valueFlags: "-f --file -e --environments -r --rc-file" },
  lerna: after(["exec"]),
  nx: after(["exec"]),
  rush: { joinsWords: true },
  repo: { onlyText: true, textFlags: "-c" },
  meta: after(["exec"], { joinsWords: true }),
  mani: after(["exec"], { joinsWords: true }),
  git: after(["bisect run", "submodule foreach"], { joinsWords: true }),
};

/** Programs that run a command again, later, or in another window. */
const schedulers: Readonly<Record<string, WrapperSpec>> = {
  entr: plain,
  watchexec: { joinsWords: true, valueFlags: "-e --exts -w --watch -i --ignore -f --filter -d --debounce -s --signal" },
  nodemon: { onlyText: true, textFlags: "-x --exec" },
  cargo: { onlyText: true, textFlags: "-s --shell" },
  hyperfine: {
    eachWord: true,
    valueFlags: "-w --warmup -r --runs -m -M -P -L --export-json --export-markdown",
    textFlags: "-p -c",
  },
  concurrently: { eachWord: true, valueFlags: "-n --names -c --prefix-colors -p --prefix" },
  chronic: plain,
  ts: plain,
  tsp: plain,
  nq: plain,
  retry: { valueFlags: "-t -s -m --times --delay" },
  pueue: after(["add"], { joinsWords: true }),
  pm2: after(["start"], { joinsWords: true }),
  zellij: after(["run"]),
  kitty: plain,
  alacritty: { onlyText: true, restFlags: "-e --command" },
  wezterm: { onlyText: true, restFlags: "--" },
  "gnome-terminal": { onlyText: true, restFlags: "-- -x", textFlags: "-e --command" },
  konsole: { onlyText: true, restFlags: "-e" },
  xterm: { onlyText: true, restFlags: "-e" },
};

/** Programs that run a command with other limits, or in another root directory, machine or device. */
const machines: Readonly<Record<string, WrapperSpec>> = {
  eatmydata: plain,
  faketime: { operands: 1 },
  prlimit: plain,
  numactl: { valueFlags: "-N -m -C -i -p" },
  runcon: { valueFlags: "-t -u -r -l" },
  proot: { valueFlags: "-r -b -w -m" },
  sg: { operands: 1, textFlags: "-c" },
  "systemd-inhibit": { valueFlags: "--what --who --why --mode" },
  "systemd-nspawn": { valueFlags: "-D --directory -M --machine -u --user -i --image" },
  machinectl: after(["shell"], { operands: 1 }),
  schroot: { onlyText: true, restFlags: "--" },
  coreutils: plain,
  valgrind: plain,
  arch: plain,
  k3s: plain,
  microk8s: plain,
  crictl: after(["exec"], { operands: 1 }),
  apptainer: after(["exec"], { operands: 1, valueFlags: "-B --bind" }),
  singularity: after(["exec"], { operands: 1, valueFlags: "-B --bind" }),
  distrobox: { onlyText: true, restFlags: "--" },
  toolbox: after(["run"], { valueFlags: "-c --container" }),
  "flatpak-spawn": plain,
  multipass: after(["exec"], { operands: 1 }),
  limactl: after(["shell"], { operands: 1 }),
  colima: after(["ssh"]),
  vagrant: { onlyText: true, textFlags: "-c --command" },
  adb: after(["shell"], { joinsWords: true }),
  heroku: after(["run"], { joinsWords: true, valueFlags: "-a --app" }),
  mosh: { operands: 1 },
  pdsh: { joinsWords: true, valueFlags: "-w -l -x -g" },
  ip: after(["netns exec"], { operands: 1 }),
};

/** Programs with an option whose value is run. */
const options: Readonly<Record<string, WrapperSpec>> = {
  split: { onlyText: true, textFlags: "--filter" },
  sort: { onlyText: true, textFlags: "--compress-program" },
  man: { onlyText: true, textFlags: "-P --pager" },
  tar: {
    onlyText: true,
    textFlags:
      "-I --use-compress-program --to-command -F --info-script --new-volume-script --rsh-command --checkpoint-action=exec",
  },
};

/** Further programs that run a command in their arguments: no shells, and no well-known wrappers such as `sudo`. */
export const runners: Readonly<Record<string, WrapperSpec>> = {
  ...versions,
  ...environments,
  ...schedulers,
  ...machines,
  ...options,
};

/** Programs that are in no table, and whose words after `--` are files, patterns or names. */
const readsNames =
  /^(?:hg|jj|[efz]?grep|rg|ag|ack|ls|cat|head|tail|less|more|rm|cp|mv|ln|touch|mkdir|rmdir|chmod|chown|chgrp|stat|file|wc|diff|zip|echo|printf|set|read|export|unset|alias|type|which|test|cd|bun|apt|apt-get|brew|dnf|yum|pip|gh)$/;

/** The spec of a program that is in no table: what follows `--` may be a command. Undefined if it certainly is none. */
export function unknownRunner(program: string): WrapperSpec | undefined {
  return readsNames.test(program) ? undefined : { onlyText: true, restFlags: "--" };
}
