import type { ParsedCommand } from "../parsed-command.ts";
import { installedPackages, isKnownPackage } from "./installed-packages.ts";
import { packageNames, type Registry } from "./package-names.ts";

/** The minimum length of both names. Short names are near each other by chance. */
const minLength = 5;

/** Whether a command installs a package whose name is almost the name of a much used one. */
export function installsLookalike(command: ParsedCommand): boolean {
  const installed = installedPackages(command);
  if (installed === undefined) return false;
  const { registry, names } = installed;
  return names.some((name) => isLookalike(name, registry) && !isKnownPackage(name, registry, command));
}

/** Whether a command downloads and runs a program that is neither much used nor named by the project. */
export function runsUnknownPackage(command: ParsedCommand): boolean {
  const installed = installedPackages(command);
  if (installed?.runsAtOnce !== true) return false;
  const { registry, names } = installed;
  return names.some((name) => !isKnownPackage(name, registry, command) && !isOfKnownScope(name) && !hasProgram(name, command));
}

/** Programs that packages of another name contain: `tsc` of `typescript`, and starters of much used frameworks. */
const knownPrograms =
  /^(?:tsc|ng|nest|prisma|playwright|vite|sv|astro|turbo|nx|changeset|create-[\w-]+|degit|shadcn|shadcn-ui|skills)$/;

function hasProgram(name: string, { project }: ParsedCommand): boolean {
  return knownPrograms.test(name) || project?.readFile(`node_modules/${name}/package.json`) !== undefined;
}

/** Scopes of organisations whose packages are much used. */
const scopes =
  /^@(?:angular|anthropic-ai|apollo|astrojs|aws-cdk|aws-sdk|babel|biomejs|changesets|commitlint|docusaurus|emotion|eslint|expo|fastify|floating-ui|google|google-cloud|graphql-codegen|hono|jest|langchain|mastra|microsoft|modelcontextprotocol|mui|nestjs|ngrx|nuxt|nx|openai|opentelemetry|playwright|precept|prisma|radix-ui|react-native|reduxjs|remix-run|rollup|sentry|storybook|supabase|sveltejs|swc|tailwindcss|tanstack|testing-library|trpc|types|typescript-eslint|vercel|vitejs|vitest|vue|wdio)\//;

function isOfKnownScope(name: string): boolean {
  return scopes.test(name);
}

function isLookalike(name: string, registry: Registry): boolean {
  if (name.length < minLength || name.startsWith("@")) return false;
  const normal = normalForm(name);
  for (const known of packageNames[registry]) {
    if (known.length < minLength || known === name) continue;
    if (Math.abs(known.length - name.length) <= 1 && isOneEdit(name, known)) return true;
    if (normal.length >= minLength && normal === normalForm(known)) return true;
  }
  return false;
}

/** A name without what squatters add or leave out: separators, and words such as `js` and `node`. */
function normalForm(name: string): string {
  return name.replace(/^(?:node|python|py)[-_.]|[-_.](?:js|node|cli|python|py|official|latest|new)$/g, "").replace(/[-_.]/g, "");
}

/** Whether one letter is added, missing, another one, or exchanged with its neighbour. A number at the end is a version. */
function isOneEdit(left: string, right: string): boolean {
  if (/\d$/.test(left) || /\d$/.test(right)) return false;
  const [short, long] = left.length < right.length ? [left, right] : [right, left];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  const rest = short.slice(at + 1) === long.slice(at + 1);
  const isExchanged = short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
  return rest || isExchanged;
}
