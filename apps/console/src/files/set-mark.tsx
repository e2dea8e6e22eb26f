/** Colors differ most between neighbouring numbers with this angle. */
const goldenAngle = 137.5;

/** A mark in the color of a set of rules. It is empty for files that have only the rules for every request. The number distinguishes similar colors. */
export function SetMark({ set }: { readonly set: number }) {
  const color = `oklch(var(--set-lightness) 0.13 ${(set * goldenAngle) % 360})`;
  return (
    <span class={`set-mark ${set === 0 ? "none" : ""}`} style={set === 0 ? {} : { background: color }} title={`Set ${set}`}>
      {set === 0 ? "" : set}
    </span>
  );
}
