import { roles } from "@precept/contract/values";
import { InvalidArgumentError, Option, type Command } from "commander";
import type { Define } from "../../define.ts";
import { parseDuration } from "../../parse-options.ts";

const guide = "guides/server.md";

export const defineToken: Define = (program) => {
  const token = program
    .command("token")
    .summary("create, list and revoke the tokens of a server")
    .description(
      "Creates, lists and revokes the tokens with which clients use a Precept server. A running server notices changes within a second.",
    )
    .examples(guide, {
      "Create a token that can read rules": "precept token create --user ada --role reader",
      "List the tokens": "precept token list",
    });

  token
    .command("create")
    .summary("create a token")
    .description(
      "Creates a token and prints it. Only a hash of it is stored, so that it cannot be printed again. The server answers requests with the token for the " +
        "user of --user. Repeat --project for each project that the token gives access to (default: all).",
    )
    .addOption(
      new Option("--role <role>", "read rules, also write them, or also use the rules of all users")
        .choices(roles)
        .makeOptionMandatory(),
    )
    .option(
      "--expires <duration>",
      "after how many hours, days or weeks the token expires, such as 90d (default: never)",
      parseLifetime,
    )
    .option(
      "--main-session",
      "let requests with the token have main sessions, which read and write the agent's MEMORY.md (default: only shared sessions)",
    )
    .option("--note <text>", "what the token is for")
    .examples(guide, {
      "Create a token for a build that only needs one project":
        'precept token create --user ci --role reader --project shop --expires 90d --note "nightly build"',
      "Create a token for your own agent, which may read the agent's memory":
        "precept token create --user ada --role editor --main-session",
    })
    .with(addFileOption)
    .runsWithoutWorkspace(async () => (await import("./command.ts")).createToken);

  token
    .command("list")
    .summary("list the tokens")
    .description("Lists the tokens, each with its user, role and projects. Secrets are not stored, so they are not shown.")
    .examples(guide, { "List the tokens": "precept token list" })
    .with(addFileOption)
    .runsWithoutWorkspace(async () => (await import("./command.ts")).listTokens);

  token
    .command("revoke")
    .argument("<token>", "the id of a token, see `precept token list`")
    .summary("revoke a token")
    .description("Revokes a token. A running server refuses it within a second, and ends its event streams.")
    .examples(guide, { "Revoke a token": "precept token revoke 7k2m9x4qpt" })
    .with(addFileOption)
    .runsWithoutWorkspace(async () => (await import("./command.ts")).revokeToken);
};

function addFileOption(command: Command): Command {
  return command.option(
    "--token-file <path>",
    "the file with the tokens of the server (default: the database of `state` in ~/.precept/server.yaml, else ~/.precept/server/tokens.json)",
  );
}

function parseLifetime(value: string): number {
  const lifetime = parseDuration(value);
  if (lifetime === 0) throw new InvalidArgumentError("Expected a duration of at least 1h.");
  return lifetime;
}
