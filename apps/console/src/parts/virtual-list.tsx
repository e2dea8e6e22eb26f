import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";

interface VirtualListProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  /** The height of each row, in pixels. */
  readonly rowHeight: number;
  readonly keyOf: (row: Row) => string;
  /** The key of the selected row. */
  readonly selected?: string;
  readonly onSelect: (row: Row) => void;
  /** Called for other keys than those that move the selection. */
  readonly onKey?: (key: string, row: Row) => void;
  readonly children: (row: Row) => ComponentChildren;
}

/** How many rows are drawn above and below the visible ones. */
const margin = 6;
/** A browser cannot show a higher element. */
const maxHeight = 30_000_000;

/**
 * A list of any length, of which only the visible rows are in the page. The list has the focus, and the arrow keys move
 * the selection: a row that scrolls out of view would lose the focus.
 */
export function VirtualList<Row>(props: VirtualListProps<Row>) {
  const { label, rows, rowHeight, keyOf, selected, onSelect, onKey, children } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const height = useSignal(800);
  const at = useMemo(
    () => (selected === undefined || selected === "" ? -1 : rows.findIndex((row) => keyOf(row) === selected)),
    [rows, selected],
  );

  useEffect(() => {
    const { current } = scroller;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() => (height.value = current.clientHeight));
    observer.observe(current);
    return () => observer.disconnect();
  }, [height]);

  // Also a link can select a row. It is centred, since the height of the list can still change.
  useEffect(() => {
    const { current } = scroller;
    if (at === -1 || current === null || isVisible(current, at)) return;
    current.scrollTop = (at + 0.5) * rowHeight - current.clientHeight / 2;
  }, [selected, at !== -1]);

  function select(index: number): void {
    const target = Math.max(0, Math.min(rows.length - 1, index));
    const row = rows[target];
    if (row === undefined) return;
    onSelect(row);
    scrollTo(target);
  }

  function scrollTo(index: number): void {
    const { current } = scroller;
    const start = index * rowHeight;
    if (current === null || isVisible(current, index)) return;
    current.scrollTop = start < current.scrollTop ? start : start + rowHeight - current.clientHeight;
  }

  function isVisible({ scrollTop, clientHeight }: HTMLElement, index: number): boolean {
    return index * rowHeight >= scrollTop && (index + 1) * rowHeight <= scrollTop + clientHeight;
  }

  const moves: Readonly<Record<string, () => number>> = {
    ArrowDown: () => at + 1,
    ArrowUp: () => at - 1,
    PageDown: () => at + Math.floor(height.value / rowHeight),
    PageUp: () => at - Math.floor(height.value / rowHeight),
    Home: () => 0,
    End: () => rows.length - 1,
  };
  const first = Math.max(0, Math.floor(top.value / rowHeight) - margin);
  const shown = rows.slice(first, first + Math.ceil(height.value / rowHeight) + 2 * margin);
  const active = at >= first && at < first + shown.length ? `row-${at}` : undefined;
  return (
    <div
      ref={scroller}
      class="virtual-list"
      role="listbox"
      aria-label={label}
      aria-activedescendant={active}
      tabIndex={0}
      onScroll={({ currentTarget }) => (top.value = currentTarget.scrollTop)}
      onKeyDown={(event) => {
        const move = moves[event.key];
        const row = rows[at];
        if (move !== undefined) {
          event.preventDefault();
          select(move());
        } else if (row !== undefined) onKey?.(event.key, row);
      }}
    >
      <div class="virtual-space" style={{ height: `${Math.min(maxHeight, rows.length * rowHeight)}px` }}>
        {shown.map((row, offset) => {
          const index = first + offset;
          return (
            <div
              key={keyOf(row)}
              id={`row-${index}`}
              class="virtual-row"
              role="option"
              aria-selected={index === at}
              aria-posinset={index + 1}
              aria-setsize={rows.length}
              style={{ top: `${index * rowHeight}px`, height: `${rowHeight}px` }}
              onClick={() => onSelect(row)}
            >
              {children(row)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
