import { openWorkspace } from "../open-workspace.ts";

// Enforces the policies of a project on a bad text: `enforce-often.ts DIR HOME TIMES`.

const [dir = "", home = "", times = "0"] = process.argv.slice(2);
await using workspace = await openWorkspace(dir, { home });
for (let round = 0; round < Number(times); round += 1) {
  await workspace.policies.enforce({ text: "bad", file: "a.ts" }, { session: "s" });
}
