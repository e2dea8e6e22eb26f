import { PreceptError } from "@precept/core";
import { serveConsole } from "@precept/server/console";
import type { Call, CommandResult } from "../../define.ts";
import { findBrowser, openBrowser } from "./open-browser.ts";
import { styleFor } from "../../terminal/text.ts";

export interface UiOptions {
  readonly port?: string;
  readonly open?: boolean;
}

/** Serves the console of the project until the user interrupts the command. */
export async function ui({ workspace, options, terminal }: Call<UiOptions>): Promise<CommandResult> {
  const style = styleFor(terminal);
  const browser = terminal.interactive && options.open !== false ? findBrowser(terminal.env) : undefined;
  let opened: Promise<() => Promise<void>> | undefined;
  await serveConsole({
    workspace,
    port: readPort(options.port),
    onReady: (link) => {
      // The link works once, also if the browser of the user does not open it.
      if (browser !== undefined) opened = openBrowser(link, browser);
      const title = browser === undefined ? "Open this link in your browser." : "If no browser opens, open this link.";
      const text = `${title} It works once.\n\n  ${link}\n`;
      terminal.out(options.quiet === true ? `${link}\n` : `${text}\n${style.dim("Press Ctrl+C to stop.")}\n`);
    },
    stopped: terminal.interrupted(),
  });
  await (
    await opened
  )?.();
  return { json: undefined, text: () => "" };
}

function readPort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new PreceptError("OPTION_VALUE_INVALID", { option: "--port", value: text, expected: "a number from 0 to 65,535" });
}
