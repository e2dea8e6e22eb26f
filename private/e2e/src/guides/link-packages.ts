import { existsSync, globSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";

// The `npm install` of the guides: links packages of this repository and of its dependencies, without a network.
//
//   node link-packages.ts BIN install [OPTION…] PACKAGE…

const root = join(import.meta.dirname, "../../../..");

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly bin?: string | Readonly<Record<string, string>>;
}

function readManifest(dir: string): Manifest {
  return JSON.parse(readFileSync(join(dir, "package.json"), "utf8")) as Manifest;
}

const [bin = "", , ...args] = process.argv.slice(2);
const wanted = args
  .filter((arg) => !arg.startsWith("-"))
  .map((arg) => {
    const [, name = "", version = ""] = /^(@?[^@]+)(?:@(.*))?$/.exec(arg) ?? [];
    return { name, version };
  });
const own = new Map(
  globSync(["packages/*", "apps/*"], { cwd: root })
    .map((path) => join(root, path))
    .map((dir) => [readManifest(dir).name, dir]),
);
const external = wanted.filter(({ name }) => !own.has(name));
// The other packages must fit together, so they come from one directory.
const source = globSync(["examples/*/node_modules", "packages/*/node_modules", "{apps,private}/*/node_modules"], { cwd: root })
  .map((path) => join(root, path))
  .find((modules) =>
    external.every(
      ({ name, version }) =>
        existsSync(join(modules, name)) && readManifest(join(modules, name)).version.split(".")[0]?.startsWith(version) === true,
    ),
  );
if (source === undefined)
  throw new Error(`No package of the repository depends on ${external.map(({ name }) => name).join(", ")}`);

mkdirSync("node_modules/.bin", { recursive: true });
for (const { name } of wanted) {
  const target = own.get(name) ?? realpathSync(join(source, name));
  const link = join("node_modules", name);
  mkdirSync(dirname(link), { recursive: true });
  if (!existsSync(link)) symlinkSync(target, link);
  const { bin: programs = {} } = readManifest(target);
  for (const [program, path] of Object.entries(typeof programs === "string" ? { [name]: programs } : programs)) {
    // `precept` is a bundle, which starts faster than its sources.
    const to = own.has(name) ? join(bin, program) : join(target, path);
    if (existsSync(to) && !existsSync(join("node_modules/.bin", program))) symlinkSync(to, join("node_modules/.bin", program));
  }
}
