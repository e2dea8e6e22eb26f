import type { HostSpec, HostStatement, HostTrial, RuleTest, SeenVerdict } from "../model/host-spec.ts";
import type { HostId } from "../tools.ts";

/** A statement about a host. As a bare value, it was read in the host's `source`. */
type Stated<Value> = Value | (Pick<HostStatement<Value>, "value"> & Partial<HostStatement<Value>>);

type StatementOf<Name extends "recognisedBy" | "projectVariables" | "contextLimit" | "timeLimit" | "onFailure"> = Stated<
  HostSpec[Name]["value"]
>;

/** What is special about a host. `defineHost` fills in what most hosts have in common. */
interface HostRow<Id extends HostId> extends Omit<
  HostSpec,
  "tool" | "recognisedBy" | "projectVariables" | "contextLimit" | "timeLimit" | "onFailure" | "tools" | "silence"
> {
  readonly id: Id;
  /** Default: the id. */
  readonly tool?: string;
  readonly recognisedBy: StatementOf<"recognisedBy">;
  /** Default: none is documented. */
  readonly projectVariables?: StatementOf<"projectVariables">;
  /** Default: the limit of Claude Code, because none is documented. */
  readonly contextLimit?: StatementOf<"contextLimit">;
  readonly timeLimit: StatementOf<"timeLimit">;
  readonly onFailure: StatementOf<"onFailure">;
  /** Default for each: not documented. */
  readonly tools: { readonly [Name in keyof HostSpec["tools"]]?: Stated<string> };
  /** Default: nothing. */
  readonly silence?: string;
}

export function defineHost<Id extends HostId>({
  id,
  source,
  projectVariables = undocumented([]),
  contextLimit = unverified(10_000, "not documented: the limit of Claude Code"),
  ...row
}: HostRow<Id>): Readonly<Record<Id, HostSpec>> {
  const state = <Value>(stated: Stated<Value>): HostStatement<Value> =>
    isQualified(stated) ? { source, verified: true, ...stated } : { value: stated as Value, source, verified: true };
  const { command, write, read, mcp } = row.tools;
  const missing = undocumented("not documented");
  const spec: HostSpec = {
    tool: id,
    silence: "nothing",
    ...row,
    id,
    source,
    recognisedBy: state(row.recognisedBy),
    projectVariables: state(projectVariables),
    contextLimit: state(contextLimit),
    timeLimit: state(row.timeLimit),
    onFailure: state(row.onFailure),
    tools: {
      command: state(command ?? missing),
      write: state(write ?? missing),
      read: state(read ?? missing),
      mcp: state(mcp ?? missing),
    },
  };
  return { [id]: spec } as Record<Id, HostSpec>;
}

function isQualified<Value>(stated: Stated<Value>): stated is Exclude<Stated<Value>, Value> {
  return typeof stated === "object" && stated !== null && "value" in stated;
}

/** A statement that is not from the host's code or documentation. Default source: the one of the host's other facts. */
export function unverified<Value>(value: Value, source?: string): Stated<Value> {
  return { value, ...(source !== undefined && { source }), verified: false };
}

export function undocumented<Value>(value: Value): Stated<Value> {
  return unverified(value, "not documented");
}

/** What a user asks an agent to see whether it has the rule of the guide. */
export const ruleQuestion = "How are amounts of money written here?";

/** The test that asks the agent itself. */
export function askForRule(command: string): RuleTest {
  return { kind: "agent", command: `${command} "${ruleQuestion}"` };
}

/** The day on which the hosts were last run, see `HostTrial`. */
const lastTrial = "2026-11-28";

/** A trial in which a denial worked. @param rules when rules arrived, as in "at a prompt". @param also other verdicts */
export function trialOf(release: string, rules: string, also: readonly SeenVerdict[] = [], date: string = lastTrial): HostTrial {
  const seen = `A denied command does not run, and the model receives the reason. Rules arrive ${rules}.`;
  return { release, date, seen, verdicts: ["deny", ...also] };
}
