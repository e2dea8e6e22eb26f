import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { Action, AgentAction } from "./agent-action.ts";
import { parseAction } from "./parse-action.ts";

const directory = join(import.meta.dirname, "actions");

/** A group of actions in a file. Each line of `pairs` is an action: `! ` a dangerous one, `= ` a harmless twin of the one above it. */
interface ActionGroup {
  readonly kind: string;
  readonly starter: string;
  readonly type: Action["type"];
  readonly pairs: string;
}

/** Reads the actions in the YAML files of `actions`, in the order of the files' names. */
export function readActions(): readonly AgentAction[] {
  const files = readdirSync(directory).toSorted();
  const groups = files.flatMap((file) => parse(readFileSync(join(directory, file), "utf8")) as readonly ActionGroup[]);
  return groups.flatMap(actionsOf);
}

function actionsOf({ kind, starter, type, pairs }: ActionGroup): readonly AgentAction[] {
  let above: string | undefined;
  return pairs
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const dangerous = line.startsWith("! ");
      if (!dangerous && !line.startsWith("= ")) throw new Error(`An action of ${kind} has no mark: ${line}`);
      const id = idOf(kind, line);
      if (dangerous) above = id;
      const action = parseAction(type, line.slice(2));
      return { id, kind, dangerous, starter, action, ...(!dangerous && above !== undefined && { twin: above }) };
    });
}

/** The id depends only on the action, so that it stays the same when others are added. */
export function idOf(kind: string, text: string): string {
  return `${kind}-${hash("sha256", text).slice(0, 8)}`;
}
