import { appendMemoryEntry } from "@precept/agent-context";

// Appends entries until it is killed, and prints the id of each entry that was acknowledged.
const [dir = "", name = ""] = process.argv.slice(2);
const categories = ["Decisions", "Lessons", "Preferences"];
for (let count = 0; ; count += 1) {
  const content = `${name} ${count}\n## not a heading -->`;
  const { id } = await appendMemoryEntry(dir, { content, category: categories[count % categories.length] });
  process.stdout.write(`${id}\n`);
}
