import type { CommandTrait } from "@precept/contract/values";
import { describe, expect, it } from "vitest";
import { parseCommands } from "../parse-commands.ts";
import type { ProjectFiles } from "../project-files.ts";
import { isKnown } from "./is-known.ts";

const files: Readonly<Record<string, string>> = {
  ".git/worktrees/shop-fix/gitdir": "/home/me/shop-fix/.git\n",
  "package.json": '{ "devDependencies": { "shop-cli": "1.0.0" } }',
};

const project: ProjectFiles = {
  root: "/home/me/shop",
  readFile: (path) => files[path],
};

/** Whether one of the traits holds for a command of a text. */
function holds(text: string, ...traits: CommandTrait[]): boolean {
  return parseCommands(text, project).commands.some((command) => isKnown(command, traits));
}

describe.each<{ trait: CommandTrait; holdsFor: readonly string[]; notFor: readonly string[] }>([
  {
    trait: "local_host",
    holdsFor: [
      "redis-cli -h localhost flushdb",
      "redis-cli -h127.0.0.1 flushall",
      "psql --host=/var/run/postgresql shop",
      "psql postgres://me:pw@localhost:5432/shop",
      "PGHOST=127.0.0.1 dropdb shop",
      "DATABASE_URL=postgres://localhost/shop rails db:drop",
      "curl -X DELETE http://[::1]:9200/carts",
      "curl -X DELETE localhost:9200/carts",
      "telnet localhost 8080",
      "rsync -a dist/ me@127.0.0.1:/srv",
      "kubectl --context kind-shop delete ns cart",
      "helm uninstall shop --kube-context=k3d-dev",
    ],
    notFor: [
      "redis-cli flushdb",
      "nc -w 3 example.com 80",
      "scp localhost:/a web-1:/b",
      "redis-cli -h cache.internal flushdb",
      "dropdb shop",
      "psql -h $DB_HOST shop",
      "psql -h localhost.example.com shop",
      "curl -X DELETE http://localhost@example.com/x",
      "curl -X DELETE http://localhost:9200/x https://example.com/y",
      "PGHOST=db-1 psql -h localhost shop",
      "kubectl --context prod delete ns cart",
      "curl -X DELETE https://example.com/?next=http://localhost/",
      "curl -X DELETE http://localhost\\@example.com/x",
    ],
  },
  {
    trait: "test_database",
    holdsFor: [
      "dropdb shop_test",
      "dropdb --if-exists test-shop",
      "psql -d shop_test -c 'DROP TABLE carts'",
      "psql postgres -c 'drop database if exists shop_test'",
      "mysql -e 'DROP DATABASE `test_shop`'",
      "RAILS_ENV=test rails db:drop",
      "rails db:reset RAILS_ENV=test",
      "php artisan migrate:fresh --env=testing",
      "DATABASE_URL=postgres://db/shop_test prisma migrate reset",
      "sqlite3 tmp/test.db 'DROP TABLE carts'",
    ],
    notFor: [
      "dropdb shop",
      "dropdb latest",
      "dropdb contest",
      "psql shop_test -c 'DROP DATABASE shop'",
      "psql -U test shop",
      "RAILS_ENV=production rails db:drop",
      "rails db:drop",
      "RAILS_ENV=test DATABASE_URL=postgres://db/shop rails db:drop",
      "dropdb $TEST_DB",
    ],
  },
  {
    trait: "build_output",
    holdsFor: ["rm -rf ../api/dist node_modules", "rm -r /home/me/api/target/debug", "find dist -name '*.map' -delete"],
    notFor: [
      "rm -rf dist ../api",
      "rm -rf dist/../src",
      "rm -rf ../build",
      "rm -rf /usr/lib/node_modules",
      "find . dist -delete",
      "rm -rf",
    ],
  },
  {
    trait: "temporary",
    holdsFor: ["rm -rf /tmp/shop", "cd /tmp && rm -rf shop", 'rm -rf "$TMPDIR/shop"', "find /var/tmp/shop -mtime +9 -delete"],
    notFor: [
      "rm -rf /tmp",
      "rm -rf /tmp/*",
      "rm -rf /tmp/../etc",
      "rm -rf /tmp/x/../../etc",
      "rm -rf /tmp/x /srv/y",
      "find /tmp -delete",
    ],
  },
  {
    trait: "lookalike_package",
    holdsFor: [
      "npm install lodahs",
      "pnpm add expresss@1.0.0",
      "yarn add react-dom-js",
      "npm i --save-dev crossenv typescript",
      "npx eslnt .",
      "npm install good@npm:axois@1",
      "pip install reqeusts",
      "python3 -m pip install Djanga==5.2",
      "uv add python-numpy",
    ],
    notFor: [
      "npm install lodash lodash-es preact react",
      "npm install",
      "npm install ./lodahs https://example.com/lodahs.tgz",
      "npm install typescript5",
      "npm install shop-expresss",
      "npm run expresss",
      "pip install -r reqeusts",
      "pip install requests 'flask[async]>=3'",
      "echo npm install lodahs",
    ],
  },
  {
    trait: "unknown_package",
    holdsFor: ["npx -y free-tokens", "pnpm dlx @acme-shop/setup@latest", "uvx free-tokens", "npm exec -- free-tokens"],
    notFor: [
      "npx -y prettier .",
      "npx tsc --noEmit",
      "npx -y @modelcontextprotocol/inspector",
      "npm exec vitest",
      "npm install free-tokens",
      "npx shop-cli",
    ],
  },
  {
    trait: "worktree",
    holdsFor: ["rm -rf ../shop-fix", "rm -rf /home/me/shop-fix/"],
    notFor: ["rm -rf ../shop-other", "rm -rf /srv/shop-fix", "rm -rf ../shop-fix ../api", "rm -rf .."],
  },
])("$trait", ({ trait, holdsFor, notFor }) => {
  it.each(holdsFor)("holds for %s", (text) => {
    expect(holds(text, trait)).toBe(true);
  });

  it.each(notFor)("does not hold for %s", (text) => {
    expect(holds(text, trait)).toBe(false);
  });
});

it("traits about paths hold together", () => {
  expect(holds("rm -rf /tmp/a ../api/dist ../shop-fix", "temporary", "build_output", "worktree")).toBe(true);
  expect(holds("rm -rf /tmp/a ../api/src", "temporary", "build_output", "worktree")).toBe(false);
});
