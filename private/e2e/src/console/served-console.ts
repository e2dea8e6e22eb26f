import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { builtConsole } from "@precept/testing/program";
import { serveConsole } from "@precept/server/console";
import { openWorkspace, type Workspace } from "@precept/workspace";

const storefront = fileURLToPath(new URL("../../../../examples/storefront", import.meta.url));

/** The console of a copy of a project, as `precept ui` serves it. */
export interface ServedConsole extends AsyncDisposable {
  readonly dir: string;
  readonly workspace: Workspace;
  /** The address of the console, without the token. */
  readonly url: string;
  /** The address that logs one browser in. */
  readonly link: string;
}

/** Serves the console of a copy of `examples/storefront`, or of another directory. */
export async function serveStorefront(from: string = storefront): Promise<ServedConsole> {
  const consoleFile = builtConsole();
  const parent = await mkdtemp(join(tmpdir(), "precept-console-"));
  const dir = join(parent, "storefront");
  await cp(from, dir, { recursive: true, filter: (path) => !/\/(?:home\/cache|\.precept\/state)$/.test(path) });
  const workspace = await openWorkspace(dir, { watch: true, home: join(dir, "home"), userDirs: "writable" });
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const ready = Promise.withResolvers<string>();
  const served = serveConsole({ workspace, consoleFile, onReady: ready.resolve, stopped });
  served.catch(ready.reject);
  const link = await ready.promise;
  return {
    dir,
    workspace,
    link,
    url: link.replace(/#.*/, ""),
    async [Symbol.asyncDispose]() {
      stop();
      await served;
      await workspace[Symbol.asyncDispose]();
      await rm(parent, { recursive: true, force: true });
    },
  };
}
