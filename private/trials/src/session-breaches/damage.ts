import type { Random } from "@precept/testing/random";

/** Ways in which a transcript can differ from what is expected, without losing anything. */
export function disturb(lines: readonly string[], random: Random): readonly string[] {
  const unknown = [
    '{"type":"dream","payload":{"type":"of","sheep":[1,2,3]}}',
    '{"type":"event_msg","payload":{"type":"new_kind"}}',
    "not json at all",
    "[1,2]",
    "",
  ];
  const all = lines.flatMap((line) => (random.chance(0.1) ? [random.pick(unknown), line] : [line]));
  // Neighbours change places: results come before their calls. The first line says where the session ran.
  for (let at = 2; at < all.length; at += 1) {
    const [one, other] = [all[at - 1], all[at]];
    if (one === undefined || other === undefined || !isOfCall(one) || !isOfCall(other) || !random.chance(0.3)) continue;
    all[at - 1] = other;
    all[at] = one;
  }
  return all;
}

/** Whether a line is a call or a result: prompts and answers follow each other. */
function isOfCall(line: string): boolean {
  return /"tool_use"|"tool_result"|function_call|custom_tool_call/.test(line);
}

/** Cuts a transcript in the middle of a line. @returns the lines that are whole, and the text. */
export function cut(lines: readonly string[], random: Random): { readonly text: string; readonly whole: number } {
  const whole = 1 + random.below(lines.length - 1);
  const next = lines[whole] ?? "";
  return { text: [...lines.slice(0, whole), next.slice(0, Math.floor(next.length / 2))].join("\n"), whole };
}
