import type { ParsedCommand } from "../parsed-command.ts";
import { valuesOf } from "./option-values.ts";

const testName = /(?:^|[^a-z])tests?(?:ing|db)?(?:$|[^a-z])/i;

/** Clients whose operand is the name of a database. */
const takesName = /^(?:dropdb|createdb|psql|mysql|mariadb|mongosh|mongo|sqlite3|sqlcmd|clickhouse-client)$/;

/** Programs for which the mode of the application chooses the database. */
const takesMode =
  /^(?:rails|rake|bin\/rails|prisma|drizzle-kit|sequelize(?:-cli)?|knex|typeorm|mix|artisan|php|console|manage\.py|python[\d.]*|django-admin|alembic|diesel|sqlx|dotnet|flyway|liquibase|goose)$/;

const modes = /^(?:RAILS_ENV|RACK_ENV|NODE_ENV|APP_ENV|MIX_ENV|SYMFONY_ENV|ASPNETCORE_ENVIRONMENT)=(.*)$/;
const variables =
  /^(?:PGDATABASE|MYSQL_DATABASE|POSTGRES_DB|DB_(?:NAME|DATABASE)|DATABASE(?:_NAME|_URL)?|DB_URL|TEST_DATABASE_URL)=(.*)$/;
const options = ["-d", "--dbname", "--database", "--db", "--uri", "--url", "--database-url"];
const dropped = /\bdrop\s+(?:database|schema)\s+(?:if\s+exists\s+)?["'`]?([\w-]+)/gi;

/** Whether each database that a command names is one for tests. A database that SQL drops counts before the connection. */
export function usesTestDatabase(command: ParsedCommand): boolean {
  const { program, words, environment = [] } = command;
  const inSql = words.flatMap((word) => [...word.matchAll(dropped)].flatMap(([, name]) => name ?? []));
  if (inSql.length > 0) return inSql.every((name) => testName.test(name));
  const names = [
    ...valuesOf(words, options).map(databaseIn),
    ...environment.flatMap((set) => variables.exec(set)?.[1] ?? []).map(databaseIn),
    ...words.filter((word) => /^[\w+]+:\/\//.test(word)).map(databaseIn),
    ...(takesName.test(program) ? operandNames(command) : []),
  ];
  if (names.length > 0) return names.every((name) => testName.test(name) && !/[$`*]/.test(name));
  return takesMode.test(program) && isTestMode(command);
}

function isTestMode({ words, environment = [] }: ParsedCommand): boolean {
  const set = [...environment, ...words].flatMap((text) => modes.exec(text)?.[1] ?? []);
  const chosen = [...set, ...valuesOf(words, ["--env", "--environment", "-e"])];
  return chosen.length > 0 && chosen.every((mode) => /^test(?:ing)?$/i.test(mode));
}

/** The first operand that cannot be the value of an option. For `dropdb`, also the last word: no option comes last. */
function operandNames({ program, words }: ParsedCommand): readonly string[] {
  const names = words.filter((word, at) => !word.startsWith("-") && !/^-(?:[a-zA-Z]|-[\w-]+)$/.test(words[at - 1] ?? ""));
  if (names.length > 0) return names.slice(0, 1).map(databaseIn);
  const last = words.at(-1);
  return program === "dropdb" && last !== undefined && !last.startsWith("-") ? [last] : [];
}

/** The name of the database in a connection URL, or the name itself. */
function databaseIn(text: string): string {
  const path = /^[\w+]+:\/\/[^/]*\/([^?#]*)/.exec(text)?.[1];
  return path ?? text.split("/").at(-1) ?? "";
}
