import { spawn } from "node:child_process";
import { join } from "node:path";
import { createFile, createTemporaryDirectory, removeDirectory } from "@precept/files";
import type { Terminal } from "../../terminal/terminal.ts";

const fileName = "open.html";

type Environment = Terminal["env"];

/**
 * Returns the command that opens a file in the browser of the user. `$BROWSER` names another one. Undefined if the
 * machine has no display, as over SSH.
 */
export function findBrowser(env: Environment, platform: NodeJS.Platform = process.platform): readonly string[] | undefined {
  const named = env["BROWSER"];
  if (named !== undefined && named !== "") return [named];
  if (platform === "darwin") return ["open"];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  const hasDisplay = [env["DISPLAY"], env["WAYLAND_DISPLAY"]].some((display) => display !== undefined && display !== "");
  return hasDisplay ? ["xdg-open"] : undefined;
}

/**
 * Opens a link in the browser of the user. Other users of the machine can list the arguments of programs, so the
 * browser gets a private file that leads to the link, which contains a token.
 *
 * @returns removes the file.
 */
export async function openBrowser(link: string, [program = "", ...args]: readonly string[]): Promise<() => Promise<void>> {
  const directory = await createTemporaryDirectory("precept-ui-");
  const page = `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=${link}"><title>Precept</title>\n`;
  await createFile(directory, fileName, page, { isPrivate: true });
  // The link is printed, too: the user can open it if the browser does not start.
  const child = spawn(program, [...args, join(directory.real, fileName)], { detached: true, stdio: "ignore" }).on(
    "error",
    () => undefined,
  );
  child.unref();
  return () => removeDirectory(directory);
}
