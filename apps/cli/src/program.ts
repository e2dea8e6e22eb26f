import { defineApprovals } from "./commands/approvals/define.ts";
import { defineAdherence } from "./commands/adherence/define.ts";
import { defineAudit } from "./commands/audit/define.ts";
import { defineBackup } from "./commands/backup/define.ts";
import { defineCheck } from "./commands/check/define.ts";
import { defineCheckpoint } from "./commands/checkpoint/define.ts";
import { defineComplete, defineCompletion } from "./commands/completion/define.ts";
import { defineConflicts } from "./commands/conflicts/define.ts";
import { defineContext } from "./commands/context/define.ts";
import { defineConvert, defineExport } from "./commands/export/define.ts";
import { defineCreate } from "./commands/create/define.ts";
import { defineDelete } from "./commands/delete/define.ts";
import { defineDiff } from "./commands/diff/define.ts";
import { defineDoctor } from "./commands/doctor/define.ts";
import { defineEdit } from "./commands/edit/define.ts";
import { defineEject, defineRevert } from "./commands/revert/define.ts";
import { defineDisable, defineEnable } from "./commands/enable/define.ts";
import { defineEval } from "./commands/eval/define.ts";
import { defineExplain } from "./commands/explain/define.ts";
import { defineForget } from "./commands/forget/define.ts";
import { defineHistory } from "./commands/history/define.ts";
import { defineHook } from "./commands/hook/define.ts";
import { defineImport } from "./commands/import/define.ts";
import { defineIndex } from "./commands/index/define.ts";
import { defineStore } from "./commands/store/define.ts";
import { defineInit } from "./commands/init/define.ts";
import { defineInstall, defineUninstall } from "./commands/install/define.ts";
import { defineLint } from "./commands/lint/define.ts";
import { defineList } from "./commands/list/define.ts";
import { defineMcp } from "./commands/mcp/define.ts";
import { definePolicies } from "./commands/policies/define.ts";
import { defineReload } from "./commands/reload/define.ts";
import { defineRemember } from "./commands/remember/define.ts";
import { defineReview } from "./commands/review/define.ts";
import { defineResolve } from "./commands/resolve/define.ts";
import { defineRestore } from "./commands/restore/define.ts";
import { defineSearch } from "./commands/search/define.ts";
import { defineServe } from "./commands/serve/define.ts";
import { defineSessions } from "./commands/sessions/define.ts";
import { defineShow } from "./commands/show/define.ts";
import { defineSoftHooks } from "./commands/soft-hooks/define.ts";
import { defineToken } from "./commands/token/define.ts";
import { defineTrace } from "./commands/trace/define.ts";
import { defineUi } from "./commands/ui/define.ts";
import { defineUsage } from "./commands/usage/define.ts";
import { defineWatch } from "./commands/watch/define.ts";
import { CliCommand, type Define, type RunCommand } from "./define.ts";
import { closingHelp, helpConfiguration, viewItems } from "./help-text.ts";
import { addSharedOptions } from "./options.ts";
import { wrapText } from "./terminal/layout.ts";
import type { Terminal } from "./terminal/terminal.ts";
import { readVersion } from "./version.ts";

/** The commands by name, in groups, in the order of the help. */
const groups: Readonly<Record<string, Readonly<Record<string, Define>>>> = {
  Rules: {
    explain: defineExplain,
    resolve: defineResolve,
    list: defineList,
    show: defineShow,
    search: defineSearch,
    create: defineCreate,
    remember: defineRemember,
    review: defineReview,
    edit: defineEdit,
    enable: defineEnable,
    disable: defineDisable,
    delete: defineDelete,
    forget: defineForget,
    usage: defineUsage,
    lint: defineLint,
    conflicts: defineConflicts,
    history: defineHistory,
    diff: defineDiff,
    restore: defineRestore,
    trace: defineTrace,
    watch: defineWatch,
  },
  Agent: {
    context: defineContext,
    sessions: defineSessions,
    adherence: defineAdherence,
    eval: defineEval,
    install: defineInstall,
    uninstall: defineUninstall,
  },
  Tools: {
    import: defineImport,
    export: defineExport,
    convert: defineConvert,
    revert: defineRevert,
    eject: defineEject,
    backup: defineBackup,
  },
  Policies: {
    check: defineCheck,
    policies: definePolicies,
    "soft-hooks": defineSoftHooks,
    approvals: defineApprovals,
    audit: defineAudit,
    checkpoint: defineCheckpoint,
    hook: defineHook,
    mcp: defineMcp,
  },
  Server: {
    ui: defineUi,
    serve: defineServe,
    token: defineToken,
  },
  Project: {
    init: defineInit,
    doctor: defineDoctor,
    index: defineIndex,
    store: defineStore,
    reload: defineReload,
    completion: defineCompletion,
  },
};

/** Groups of subcommands inherit it. */
const helpCommand = ["help [command]", "show the help of a command"] as const;

/** The maximum width of the help, in columns. */
const maxHelpWidth = 110;

/**
 * Creates the command line.
 *
 * @param run runs the command that was called.
 * @param called the first argument. If it is the name of a command, only that one is defined, which saves time.
 * Default: all commands.
 */
export function createProgram(terminal: Pick<Terminal, "out" | "err" | "columns">, run: RunCommand, called?: string): CliCommand {
  const helpWidth = Math.min(terminal.columns ?? 80, maxHelpWidth);
  const program = new CliCommand("precept", run)
    .description("Which rules apply here, in what order, and why.")
    .configureHelp(helpConfiguration)
    .configureOutput({
      writeOut: (text) => terminal.out(text),
      writeErr: (text) => terminal.err(text),
      getOutHelpWidth: () => helpWidth,
      getErrHelpWidth: () => helpWidth,
    })
    .helpOption("-h, --help", "show help")
    .version(readVersion(), "-V, --version", "show the version")
    .helpCommand(...helpCommand)
    .with(addSharedOptions)
    .with(definitionOf(called) ?? defineAll);
  return program
    .examples("guides", {
      "Set up a project": "precept init",
      "Which rules apply to a file, and why?": "precept explain src/cart.tsx",
      "Write the rules to the files of other tools": "precept export --to cursor,claude",
      "Check the staged files against the policies": "precept check --staged",
    })
    .addHelpText("after", () => `\n${closingHelp(helpWidth)}`);
}

/** The commands that a new user needs first. */
const firstCommands = ["init", "import", "explain", "export", "check"] as const;

/** The text that `precept` without arguments prints. */
export function shortHelp(columns = 80): string {
  const width = Math.min(columns, maxHelpWidth);
  const program = createProgram({ out: () => undefined, err: () => undefined, columns }, () => undefined);
  const summaries = firstCommands.map((name) => {
    const command = program.commands.find((one) => one.name() === name);
    return [`precept ${name}`, command?.summary() ?? ""] as const;
  });
  return [
    ...wrapText("Precept decides which rules apply to an agent's request, in what order and why.", width),
    "",
    viewItems({ ...Object.fromEntries(summaries), "precept --help": "show all commands and options" }, width),
    "",
  ].join("\n");
}

function definitionOf(name: string | undefined): Define | undefined {
  return Object.values(groups)
    .flatMap((commands) => Object.entries(commands))
    .find(([known]) => known === name)?.[1];
}

function defineAll(program: CliCommand): void {
  for (const [group, commands] of Object.entries(groups)) {
    program.commandsGroup(`${group}:`);
    for (const define of Object.values(commands)) define(program);
  }
  // Again, for its place in the last group.
  program.helpCommand(...helpCommand);
  defineComplete(program);
}
