import { createSeed, type Seed } from "./requirement.ts";

const load = "packages/agent-context/src/load-agent-context";
const open = "packages/agent-context/src/open-agent-context";
const shared = "packages/agent-context/src/shared-sessions";
const parse = "packages/agent-context/src/memory/parse-memory";
const entry = "packages/agent-context/src/memory/memory-entry";
const wire = "packages/agent-context/src/wire";
const samples = "private/e2e/src/seeds/samples";

export const agentContext: Seed = createSeed("Agent context", [
  [
    "C1",
    "1.1",
    "A context has the id of its session; without one, a random id.",
    [`${load}: has a random session id by default`],
  ],
  ["C2", "1.1", "A context has the type of its session.", [`${wire}: of a context has the fields of its session type`]],
  ["C3", "1.1", "A context has the time at which it was created.", [`${wire}: of a context has the fields of its session type`]],
  [
    "C4",
    "1.1",
    "A context has the text of each file, and of MEMORY.md in a main session only.",
    [`${load}: has all files in load order`, `${shared}: has every file except MEMORY.md, and no result for it`],
  ],
  [
    "C5",
    "1.1",
    "A context has the notes of today and yesterday.",
    [`${load}: loads the notes of today and yesterday in its time zone`],
  ],
  ["C6", "1.1", "A context lists the files that it loaded.", [`${load}: has all files in load order`]],
  [
    "C7",
    "1.1",
    "A context says how many milliseconds the load took.",
    [`${wire}: of a context has the fields of its session type`],
  ],
  [
    "C8",
    "1.1",
    "A context has a version for caches, which changes with the texts.",
    [`${load}: has a version that depends on the texts only`, `${shared}: has a version that does not depend on the memory`],
  ],
  [
    "C9",
    "1.2",
    "A session is main or shared, and must say which.",
    ["packages/workspace/src/context/boot: must have a type", `${wire}: of a context has the fields of its session type`],
  ],
  [
    "C10",
    "1.2",
    "A shared session never gets MEMORY.md.",
    [
      `${shared}: never has its text in a shared session, in any layout, after any loads`,
      "packages/workspace/src/context/memory-in-rules: is not a rule, wherever its names are",
    ],
  ],
  [
    "C11",
    "1.3",
    "The result of a file has its path, whether it could be read, and the text or the error.",
    [`${wire}: of file results has all fields`, `${load}: has its last good text, with a note`],
  ],
  [
    "C12",
    "1.3",
    "The result of a file has the time of the load, and whether the text is from a cache.",
    [`${wire}: of file results has all fields`],
  ],
  [
    "C13",
    "1.3",
    "The result of a file says whether the file was created from the default text.",
    [`${load}: creates missing required files from their default texts, with a note`],
  ],
  [
    "C14",
    "1.4",
    "A file of the context has a name, a path, its position in the load order and a default text, and says whether it is required and for main sessions only.",
    [`${wire}: of context files, memory entries and changes`],
  ],
  [
    "C15",
    "1.5",
    "A memory entry has an id, a text, a category, an importance from 1 to 5, a source date and two times.",
    [
      `${wire}: of context files, memory entries and changes`,
      `${entry}: is in the category General and has the importance 3 by default`,
    ],
  ],
  ["C16", "1.5", "An entry with an importance outside of 1 to 5 is refused.", [`${entry}: %# is refused`]],
  ["C17", "1.5", "An entry keeps its id.", ["packages/agent-context/src/memory/append-memory: can be read back unchanged"]],
  [
    "C18",
    "2",
    "The files are loaded in a fixed order, which ends with MEMORY.md.",
    [`${load}: has all files in load order`, `${load}: the load order has no gaps`],
  ],
  [
    "C19",
    "2",
    "AGENTS.md, SPIRIT.md and OWNER.md are required, TOOLS.md and the notes are not.",
    [`${load}: creates missing required files from their default texts, with a note`],
  ],
  [
    "C20",
    "3.1",
    "A context is INITIAL before its first load, then LOADING, then READY.",
    [`${open}: reads and creates nothing before the first load, and then is READY`],
  ],
  [
    "C21",
    "3.1",
    "A changed file makes a ready context RELOADING, and then READY.",
    [`${open}: reloads, and publishes the names of changed files once`, `${open}: reloads after a change of each of its files`],
  ],
  [
    "C22",
    "3.1",
    "A question of the user makes a ready context RELOADING: it gets what changed before.",
    ["packages/workspace/src/context/boot: sees changes that were made before the call, without watching"],
  ],
  [
    "C23",
    "3.1",
    "Every state can be reached, and READY from every state.",
    [`${open}: every state of a context can be reached from INITIAL`],
  ],
  [
    "C24",
    "3.2",
    "A missing file is created from its default text, with a note.",
    [`${load}: creates missing required files from their default texts, with a note`],
  ],
  [
    "C25",
    "3.2",
    "A file that cannot be read has its last good text, with a note.",
    [`${load}: has its last good text, with a note`],
  ],
  [
    "C26",
    "3.2",
    "Without a good text, it has the default text, and is not replaced.",
    [`${load}: has the default text if there was no good one, and is not replaced`],
  ],
  [
    "C27",
    "3.2",
    "Every transition of a file ends.",
    [`${load}: the load order has no gaps, and every transition of a file ends`],
  ],
  [
    "C28",
    "4.1",
    "A shared context with a memory is an error.",
    [`${shared}: cannot be created with a memory, or with more than two notes`],
  ],
  [
    "C29",
    "4.1",
    "A context with more than two notes is an error.",
    [`${shared}: cannot be created with a memory, or with more than two notes`],
  ],
  [
    "C30",
    "4.2",
    "The path of a file must be inside the workspace.",
    [
      `${load}: %s is refused, and the file is not replaced`,
      `${load}: in place of the directory of notes is refused if it leads out of the directory`,
    ],
  ],
  [
    "C31",
    "4.2",
    "A directory that begins with the path of the workspace, such as workspace-2, is not inside it.",
    [`${samples}: refuses a directory whose name only begins like that of the workspace`],
  ],
  [
    "C32",
    "6.1",
    "The files are directly in the workspace, the notes in memory/YYYY-MM-DD.md.",
    [`${samples}: loads the files of a workspace`],
  ],
  [
    "C33",
    "6.1",
    "BOOTSTRAP.md is offered once, at the first start.",
    [
      "packages/agent-context/src/bootstrap: is offered once",
      "packages/agent-context/src/bootstrap: is offered by exactly one of several processes",
    ],
  ],
  [
    "C34",
    "6.2",
    "MEMORY.md is a list below headings, whose items begin with a date or without one.",
    [
      `${samples}: reads a memory that was written by hand`,
      `${parse}: have the category of their heading, a date if there is one`,
    ],
  ],
  [
    "C35",
    "6.2",
    "An entry is appended below the heading of its category.",
    ["packages/agent-context/src/memory/append-memory: appends many entries in order, below the headings of their categories"],
  ],
  [
    "C36",
    "6.3",
    "A note has the date as its heading, and a section for each kind of entry.",
    [
      "packages/agent-context/src/daily-note: is created with its date as heading and the section of the entry",
      `${samples}: loads the files of a workspace`,
    ],
  ],
]);
