import { namesOf } from "../program-name.ts";
import { runners } from "./runners.ts";
import type { WrapperSpec } from "./wrapper-spec.ts";

const plain: WrapperSpec = {};

/** Programs that start the command in their arguments as another user, with other limits or in another environment. */
const processWrappers: Readonly<Record<string, WrapperSpec>> = {
  sudo: {
    valueFlags:
      "-u --user -g --group -h --host -p --prompt -C --close-from -r --role -t --type -T --command-timeout -U --other-user " +
      "-D --chdir -R --chroot",
  },
  doas: { valueFlags: "-u -C" },
  pkexec: { valueFlags: "--user" },
  run0: { valueFlags: "-u --user -g --group -D --chdir" },
  env: { valueFlags: "-u --unset -C --chdir -P", textFlags: "-S --split-string" },
  xargs: { valueFlags: "-I -n --max-args -P --max-procs -L --max-lines -s --max-chars -d --delimiter -E -a --arg-file" },
  timeout: { valueFlags: "-k --kill-after -s --signal", operands: 1 },
  gtimeout: { valueFlags: "-k --kill-after -s --signal", operands: 1 },
  nohup: plain,
  setsid: plain,
  aoss: plain,
  "aa-exec": { valueFlags: "-p --profile -n --namespace" },
  cpulimit: { valueFlags: "-l --limit -p -e -P" },
  dtach: { valueFlags: "-e -r", operands: 1 },
  genie: { textFlags: "-c" },
  grc: { valueFlags: "-c --config" },
  logsave: { operands: 1 },
  pexec: plain,
  rlwrap: { valueFlags: "-a -b -c -f -H -p -P -s -S -t -C" },
  setarch: { operands: 1 },
  linux32: plain,
  linux64: plain,
  setlock: { operands: 1 },
  softlimit: { valueFlags: "-a -c -d -f -l -m -o -p -r -s -t" },
  "ssh-agent": { valueFlags: "-a -t" },
  "start-stop-daemon": { valueFlags: "-x --exec -p -u -n -c" },
  xvfb: plain,
  "xvfb-run": { valueFlags: "-n -s -e -f -p -w" },
  "dbus-run-session": plain,
  catchsegv: plain,
  chpst: { valueFlags: "-u -U -e -/ -n -m" },
  daemonize: { valueFlags: "-c -e -o -p -l -u" },
  perf: { subcommands: ["stat", "record"], valueFlags: "-e -o -F -g" },
  pidstat: { valueFlags: "-e" },
  nice: { valueFlags: "-n --adjustment" },
  ionice: { valueFlags: "-c --class -n --classdata -p -P -u" },
  chrt: { operands: 1 },
  taskset: { operands: 1 },
  stdbuf: { valueFlags: "-i --input -o --output -e --error" },
  unbuffer: plain,
  time: { valueFlags: "-f --format -o --output" },
  command: plain,
  builtin: plain,
  exec: { valueFlags: "-a" },
  busybox: plain,
  toybox: plain,
  lvm: plain,
  fakeroot: plain,
  caffeinate: { valueFlags: "-t -w" },
  strace: { valueFlags: "-e -o -p -s -u -E -a" },
  ltrace: { valueFlags: "-e -o -p -s -u" },
  chroot: { valueFlags: "--userspec --groups", operands: 1 },
  unshare: { valueFlags: "-R --root -w --wd -S --setuid -G --setgid" },
  nsenter: { valueFlags: "-t --target -S --setuid -G --setgid" },
  "systemd-run": { valueFlags: "-p --property -u --unit -E --setenv -M --machine --uid --gid" },
  gosu: { operands: 1 },
  "su-exec": { operands: 1 },
  setpriv: { valueFlags: "--reuid --regid --groups" },
  firejail: plain,
  proxychains: plain,
  proxychains4: plain,
  torsocks: plain,
};

/** Programs that pass the text in their arguments to a shell, on this machine or on another one. */
const textWrappers: Readonly<Record<string, WrapperSpec>> = {
  flock: { valueFlags: "-w --timeout -E", textFlags: "-c --command", operands: 1 },
  su: { textFlags: "-c --command", valueFlags: "-s --shell -g -G", onlyText: true, runsInput: true },
  runuser: { textFlags: "-c --command", valueFlags: "-u --user -s --shell -g -G" },
  script: { textFlags: "-c --command", valueFlags: "-t -F -T -I -O -B", operands: 1 },
  watch: { valueFlags: "-n --interval -q --equexit", joinsWords: true },
  parallel: {
    valueFlags: "-j --jobs -a --arg-file -S --sshlogin -n -N -I --results --joblog -d",
    joinsWords: true,
    until: [":::", "::::", ":::+", "::::+"],
    runsInput: true,
  },
  eval: { joinsWords: true },
  ssh: {
    valueFlags: "-p -i -l -o -F -L -R -D -J -b -c -e -m -E -I -O -Q -S -W -w -B",
    operands: 1,
    joinsWords: true,
    runsInput: true,
  },
};

const shell: WrapperSpec = { textFlags: "-c", valueFlags: "-O -o --rcfile --init-file", onlyText: true, runsInput: true };

/** The programs that run shell text. */
const shells: Readonly<Record<string, WrapperSpec>> = {
  bash: shell,
  sh: shell,
  zsh: shell,
  dash: shell,
  ksh: shell,
  ksh93: shell,
  mksh: shell,
  oksh: shell,
  ash: shell,
  rbash: shell,
  yash: shell,
  csh: shell,
  tcsh: shell,
  fish: { ...shell, textFlags: "-c --command -C --init-command" },
};

const container: WrapperSpec = {
  subcommands: ["exec", "run", "container exec", "container run", "compose exec", "compose run", "create"],
  valueFlags:
    "-e --env --env-file -u --user -w --workdir -v --volume --name -p --publish --network --net --mount --entrypoint " +
    "-h --hostname -l --label -m --memory --cpus --platform --add-host --cap-add --cap-drop --device --gpus --pid --ipc " +
    "--restart --security-opt --tmpfs --ulimit --pull --index -H --host --context -f --file --project-directory --profile " +
    "--config --detach-keys --expose --dns",
  operands: 1,
};
const cluster: WrapperSpec = {
  subcommands: ["exec", "run", "debug"],
  valueFlags: "-n --namespace -c --container --context --kubeconfig --image -f --filename -s --server",
  operands: 1,
};

/** Programs that run a command in a container. */
const containerWrappers: Readonly<Record<string, WrapperSpec>> = {
  docker: container,
  podman: container,
  nerdctl: container,
  "docker-compose": { ...container, subcommands: ["exec", "run"] },
  kubectl: cluster,
  oc: cluster,
  lxc: { subcommands: ["exec"], operands: 1 },
};

const packageRunner: WrapperSpec = {
  subcommands: ["exec", "x", "dlx", "run-script"],
  valueFlags: "-C --dir --prefix -p",
  textFlags: "-c --call",
};

/** Programs that run a command in the environment of a project, in another terminal or in another system. */
const environmentWrappers: Readonly<Record<string, WrapperSpec>> = {
  npx: { valueFlags: "-p --package", textFlags: "-c --call" },
  bunx: plain,
  npm: packageRunner,
  pnpm: packageRunner,
  yarn: packageRunner,
  bundle: { subcommands: ["exec"] },
  poetry: { subcommands: ["run"] },
  pipenv: { subcommands: ["run"] },
  uv: { subcommands: ["run", "tool run"], valueFlags: "--with -p --python --project --directory" },
  conda: { subcommands: ["run"], valueFlags: "-n --name -p --prefix" },
  "nix-shell": { textFlags: "--run --command", onlyText: true },
  tmux: {
    subcommands: ["new-session", "new", "split-window", "new-window", "neww", "send-keys", "send"],
    valueFlags: "-s -n -t -c -x -y",
    joinsWords: true,
  },
  screen: { valueFlags: "-S -L -t" },
  wsl: { valueFlags: "-d --distribution -u --user --cd" },
};

/** A name with wildcards means the first match, after the shells. */
const wrappers: Readonly<Record<string, WrapperSpec>> = {
  ...processWrappers,
  ...textWrappers,
  ...shells,
  ...containerWrappers,
  ...environmentWrappers,
  ...runners,
  // Its commands follow the actions of `find`.
  fd: { onlyText: true },
};

/** Whether a program runs shell text: a script that is piped into it is run. */
export function isShell(program: string): boolean {
  return Object.hasOwn(shells, program);
}

/** Returns how a program runs a command in its arguments. Undefined if it runs no command. */
export function wrapperSpecOf(program: string): WrapperSpec | undefined {
  return Object.hasOwn(wrappers, program) ? wrappers[program] : undefined;
}

const maxGlobLength = 64;

const knownPrograms = Object.keys(wrappers)
  .toSorted((left, right) => Number(isShell(right)) - Number(isShell(left)))
  .concat("find", "python3", "python", "node", "perl", "ruby", "php", "base64", "source");

/** Returns the known program that a name with wildcards matches: `bash` for `ba*`. Other names remain unchanged. */
export function knownProgramOf(program: string): string {
  if (!/[*?[]/.test(program) || program.length > maxGlobLength) return program;
  return namesOf(program, knownPrograms)[0] ?? program;
}
