/** How many of the last days are drawn. */
const days = 30;
const [width, height] = [300, 48];
const dayMs = 24 * 3_600_000;

/** How often something happened on each of the last 30 days. */
export function DayBars({ times }: { readonly times: readonly string[] }) {
  const counts = Array.from({ length: days }, () => 0);
  const today = Math.floor(Date.now() / dayMs);
  for (const time of times) {
    const at = days - 1 - (today - Math.floor(Date.parse(time) / dayMs));
    if (at >= 0) counts[at] = (counts[at] ?? 0) + 1;
  }
  const most = Math.max(1, ...counts);
  const shown = counts.reduce((sum, count) => sum + count, 0);
  const step = width / days;
  return (
    <svg
      class="days"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`${shown} in the last ${days} days, at most ${most} on one day`}
    >
      {counts.map((count, at) => (
        <rect
          key={at}
          x={at * step + 1}
          width={step - 2}
          y={height - Math.max(1, (count / most) * height)}
          height={Math.max(1, (count / most) * height)}
        />
      ))}
    </svg>
  );
}
