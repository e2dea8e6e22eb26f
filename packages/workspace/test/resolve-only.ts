import { registerHooks } from "node:module";

// Opens a project, resolves a request, and prints the loaded modules: `resolve-only.ts DIR HOME`.

const loaded: string[] = [];
registerHooks({
  load(url, context, next) {
    loaded.push(url);
    return next(url, context);
  },
});
const [dir = "", home = ""] = process.argv.slice(2);
const { openWorkspace } = await import("../src/index.ts");
await using workspace = await openWorkspace(dir, { home });
await workspace.resolve({ files: ["a.ts"] });
await workspace.reload();
process.stdout.write(JSON.stringify(loaded));
