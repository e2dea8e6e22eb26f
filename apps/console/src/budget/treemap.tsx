import type { ProjectRoutes, RouteOutput } from "@precept/contract";
import { printable } from "@precept/core";
import { hierarchy, treemap, treemapSquarify } from "d3-hierarchy";
import { tokensOf } from "../parts/numbers.ts";

export type CostedRule = RouteOutput<ProjectRoutes["getBudget"]>["rules"][number];

interface TreemapProps {
  /** The largest first. */
  readonly rules: readonly CostedRule[];
  readonly total: number;
}

interface Leaf {
  readonly name: string;
  readonly inclusion: string;
  readonly tokens: number;
}

/** More rectangles are too small to see. */
const maxLeaves = 300;
const [width, height] = [1200, 300];
/** The width of a character, and the height of a line. */
const [characterWidth, lineHeight] = [7.2, 18];

/** The sizes of all rules as areas. The same figures are in the list of the largest rules, which is for keyboards and screen readers. */
export function Treemap({ rules, total }: TreemapProps) {
  const rest = rules.slice(maxLeaves);
  const leaves: readonly Leaf[] = [
    ...rules.slice(0, maxLeaves),
    ...(rest.length === 0
      ? []
      : [{ name: `${rest.length} more`, inclusion: "rest", tokens: rest.reduce((sum, { tokens }) => sum + tokens, 0) }]),
  ];
  const root = hierarchy<{ children?: readonly Leaf[] } | Leaf>({ children: leaves }, (node) =>
    "children" in node ? [...(node.children ?? [])] : [],
  ).sum((node) => ("tokens" in node ? Math.max(1, node.tokens) : 0));
  const drawn = treemap<{ children?: readonly Leaf[] } | Leaf>()
    .tile(treemapSquarify)
    .size([width, height])
    .paddingInner(2)(root)
    .leaves();
  return (
    <svg
      class="treemap"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`The sizes of ${rules.length} rules, ${tokensOf(total, true)} in all`}
    >
      {drawn.map(({ data, x0, x1, y0, y1 }, at) => {
        const leaf = data as Leaf;
        const text = printable(leaf.name);
        const room = Math.floor((x1 - x0 - 10) / characterWidth);
        return (
          <g key={at} class={`leaf ${leaf.inclusion}`}>
            <title>{`${text}: ${tokensOf(leaf.tokens, true)}, ${leaf.inclusion}`}</title>
            <rect x={x0} y={y0} width={x1 - x0} height={y1 - y0} rx={3} />
            {room > 3 && y1 - y0 > lineHeight && (
              <text x={x0 + 6} y={y0 + 15}>
                {text.length > room ? `${text.slice(0, room - 1)}…` : text}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
