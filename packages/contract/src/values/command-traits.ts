/** Traits of what a command affects, by the name that policies use, with their descriptions. */
export const commandTraitDescriptions = {
  local_host: "each host that the command names is this machine (`localhost`, a loopback address, a socket, a local cluster)",
  test_database: "the database that the command names has the word `test` in its name, or the environment is `test`",
  build_output: "a path is in a directory that a tool writes, such as `dist`, `build`, `node_modules` or `.venv`",
  temporary: "a path is below a temporary directory",
  lookalike_package: "it installs a package whose name is almost the name of a much used one",
  unknown_package:
    "it downloads and runs a package (`npx -y`, `pnpm dlx`, `uvx`) that is neither much used nor named by the project",
  worktree: "a path is a linked git worktree of the project",
} as const;

/** A trait of what a command affects. */
export type CommandTrait = keyof typeof commandTraitDescriptions;

export const commandTraitNames = Object.keys(commandTraitDescriptions) as readonly CommandTrait[];
