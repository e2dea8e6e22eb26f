import type { InstallContext } from "../model/install-spec.ts";
import { printArguments, textMark } from "./precept-command.ts";

/** The time after which a plugin stops waiting for `precept hook` and denies, in milliseconds. */
const pluginTimeout = 30_000;

/**
 * The start of a plugin for a host that has no hook commands: a function `ask` that sends a payload to `precept hook`
 * and returns its answer. It throws if the call is denied, and also if the command fails or takes too long.
 */
export function pluginHead({ command, isWindows }: InstallContext, agent: string): string {
  const words = printArguments(command, ["hook", agent], isWindows);
  return `// ${textMark}
import { spawn } from "node:child_process";

const command = ${JSON.stringify(words)};

/** Sends a payload to Precept. Throws with the reason if the call is denied, or if Precept does not answer. */
function ask(payload, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(command[0], command.slice(1), { cwd, stdio: ["pipe", "pipe", "pipe"] });
    const timer = setTimeout(() => child.kill("SIGKILL"), ${pluginTimeout});
    let out = "";
    let err = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (err += text));
    child.stdin.on("error", () => undefined);
    child.on("error", (error) => {
      clearTimeout(timer);
      reject(new Error("Precept could not be started: " + error.message));
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      if (code !== 0) return reject(new Error(err.trim() || "Precept did not answer."));
      try {
        resolve(out.trim() === "" ? {} : JSON.parse(out));
      } catch {
        reject(new Error("Precept's answer is not JSON."));
      }
    });
    child.stdin.end(JSON.stringify(payload));
  });
}
`;
}

/** Returns the command of a plugin from the text that `pluginHead` returned. Undefined for the text of another file. */
export function readPluginCommand(text: string): readonly string[] | undefined {
  const [, words] = /^const command = (\[.*\]);$/m.exec(text) ?? [];
  return words === undefined ? undefined : (JSON.parse(words) as readonly string[]);
}
