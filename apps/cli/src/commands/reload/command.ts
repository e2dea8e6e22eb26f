import { pushAll, toWireDiagnostic, type Rule } from "@precept/core";
import type { Call, CommandResult } from "../../define.ts";
import { countDiagnostics, isSerious } from "../../terminal/diagnostics.ts";
import { count } from "../../terminal/text.ts";

export async function reload({ workspace }: Call): Promise<CommandResult> {
  const saved: Rule[] = [];
  const deleted: string[] = [];
  await workspace.list();
  const end = workspace.subscribe((change) => {
    pushAll(saved, change.rules);
    pushAll(deleted, change.deleted);
  });
  await workspace.reload();
  end();
  const rules = await workspace.list();
  const diagnostics = await workspace.diagnostics();
  return {
    json: { rules: rules.length, changed: saved.map(({ id }) => id), deleted, diagnostics: diagnostics.map(toWireDiagnostic) },
    text: () => {
      const found = countDiagnostics(diagnostics.filter(isSerious));
      const changes = `${count(saved.length, "change")}, ${count(deleted.length, "deletion")}`;
      return `${count(rules.length, "rule")}: ${changes}${found === "" ? "" : `; ${found}`}\n`;
    },
  };
}
