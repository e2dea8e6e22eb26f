import { mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listFiles } from "@precept/testing";
import { Random } from "@precept/testing/random";
import { openWorkspace } from "@precept/workspace";
import { probeChat, probeCommands } from "./command-probes.ts";
import { hostileTexts } from "./hostile-texts.ts";
import type { Size } from "../trial.ts";
import { createLayout, changeMemory, swapFile, type Layout } from "./layout.ts";
import { probeMcp, probeMcpOverHttp } from "./mcp-probes.ts";
import { Recorder, type Leak } from "./recorder.ts";
import { probeRoutes, recordEvents, startServer, warmUp } from "./rest-probes.ts";

/** The result of one attack. */
export interface AttackResult {
  readonly leaks: readonly Leak[];
  /** The number of outputs that were searched. */
  readonly outputs: number;
  /** What the project was like. */
  readonly log: readonly string[];
}

/**
 * Creates a project whose memory has a canary, opens it as its owner in a main session, and then tries to get the memory as a shared session: over REST,
 * events, MCP (both transports), chat and the command line. Halfway, files are replaced with links to the memory. In the end all files that Precept wrote are searched.
 */
export async function attackSharedSession(seed: number, size: Size): Promise<AttackResult> {
  const random = new Random(seed);
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "precept-shared-")));
  try {
    const layout = createLayout(dir, random);
    const recorder = new Recorder(layout.canary);
    const log = [...layout.log];
    recorder.addContent(readFileSync(memoryOf(layout)));
    await attack(layout, recorder, random, log, size);
    searchFiles(layout, recorder);
    return { leaks: recorder.leaks, outputs: recorder.outputs, log };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function attack(layout: Layout, recorder: Recorder, random: Random, log: string[], size: Size): Promise<void> {
  const texts = hostileTexts(layout);
  await using workspace = await openWorkspace(join(layout.dir, "shop"), {
    home: join(layout.dir, "home"),
    sqlite: random.chance(0.3),
  });
  await using server = startServer(workspace, recorder);
  const untilEventsEnd = await recordEvents(server, recorder);
  await warmUp(server, "own");
  const endMcp = await probeMcp(workspace, texts, recorder, random);
  await probeRoutes(server, texts, recorder, random, size);
  await probeMcpOverHttp(server, texts, recorder, random, size);
  await probeChat(workspace, texts, recorder, random);
  await probeCommands(layout, texts, recorder, random);
  // A file that was read before, and is in caches, becomes another name of the memory; then the memory changes.
  log.push(swapFile(layout, random));
  if (random.chance(0.5)) {
    changeMemory(layout);
    log.push("changed MEMORY.md");
    recorder.addContent(readFileSync(memoryOf(layout)));
  }
  await workspace.reload();
  // Requests of shared clients have made the other session a shared one.
  await warmUp(server, "another");
  await probeRoutes(server, texts, recorder, random, size);
  await probeMcpOverHttp(server, texts, recorder, random, size);
  await probeCommands(layout, texts, recorder, random);
  await endMcp();
  server.stop();
  await untilEventsEnd();
}

function memoryOf({ dir, contextDir }: Layout): string {
  return join(dir, "shop", contextDir, "MEMORY.md");
}

/** Searches all files for the canary, except for those that are the memory. */
function searchFiles({ dir, contextDir, canary }: Layout, recorder: Recorder): void {
  for (const path of listFiles(dir)) {
    // The record of an offer to a main session is a digest of BOOTSTRAP.md, which may be a link to the memory.
    if (path.includes("/.precept/state/bootstrap/")) continue;
    const isWritten = /\/\.precept\/(state|cache|audit|checkpoints)\/|\/home\/|\.db(-\w+)?$/.test(path);
    const isNote = path.startsWith(join(dir, "shop", contextDir, "memory/")) && statSync(path).nlink === 1;
    if (isWritten || isNote) recorder.record(`file ${path.slice(dir.length)}`, readFileSync(path, "latin1"));
  }
  if (!readFileSync(join(dir, "shop", contextDir, "MEMORY.md"), "utf8").includes(canary)) throw new Error("The memory is gone.");
}
