import { setTimeout } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";

/** How long a page without new elements counts as complete, in milliseconds. */
const completeMs = 1000;
/** More presses of a key mean that the element cannot be reached. */
const maxPresses = 120;

/** An element that has the focus, as `describeFocus` reads it in the page. */
interface Focused {
  /** What a user sees of it, for messages. */
  readonly text: string;
  /** Whether it has an outline, or something around it has one. */
  readonly isMarked: boolean;
  readonly isInView: boolean;
}

// A text because the page does not have the functions of this program.
const describeFocus = `(() => {
  const element = document.activeElement;
  if (element === null || element === document.body) return null;
  const hasOutline = (one) => { const { outlineStyle, outlineWidth } = getComputedStyle(one); return outlineStyle !== "none" && parseFloat(outlineWidth) > 0; };
  const inside = element.shadowRoot?.activeElement;
  const marked = [element, element.parentElement, inside, inside?.closest(".cm-editor")].filter(Boolean).some(hasOutline);
  const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
  const isInView = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth && width > 0 && height > 0;
  const text = (element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ?? element.textContent ?? "").trim();
  return { text: element.localName + " " + text.slice(0, 60), isMarked: marked, isInView };
})()`;

/** How many elements of the page the Tab key should reach. */
const countReachable = `[...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")]
  .filter((one) => !one.disabled && one.checkVisibility({ visibilityProperty: true }) && !(one.closest("details:not([open])") && one.localName !== "summary")).length`;

/** What is wrong with the focus on the way through a page. */
export interface Walk {
  /** The elements that had the focus. */
  readonly reached: readonly string[];
  /** How many elements should have had it. */
  readonly reachable: number;
  /** The elements without a mark of the focus, or out of view. */
  readonly faults: readonly string[];
}

/** Waits until a page has all elements, of which some depend on answers of the server. @returns how many can be reached. */
async function waitForElements(page: Page): Promise<number> {
  for (let before = -1; ;) {
    const count = await page.evaluate<number>(countReachable);
    if (count === before) return count;
    before = count;
    await setTimeout(completeMs);
  }
}

/** Presses Tab from the beginning of a page until its end. The page must be new. */
export async function walkPage(page: Page): Promise<Walk> {
  const reachable = await waitForElements(page);
  const faults: string[] = [];
  const reached: string[] = [];
  while (reached.length <= reachable) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate<Focused | null>(describeFocus);
    // After the last element, the focus leaves the page, or begins again.
    if (focused === null || focused.text === reached[0]) break;
    reached.push(focused.text);
    if (!focused.isMarked) faults.push(`not marked: ${focused.text}`);
    if (!focused.isInView) faults.push(`out of view: ${focused.text}`);
  }
  return { reached, reachable, faults };
}

/** Presses Tab until an element has the focus. @throws Error if no number of presses reaches it. */
export async function reach(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor();
  for (let presses = 0; presses < maxPresses; presses += 1) {
    const hasFocus = await target.evaluateAll((elements) => elements.some((one) => one.matches(":focus, :focus-within")));
    if (hasFocus) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`The Tab key does not reach ${String(target)}.`);
}

/** Reaches an element, and presses a key on it. Default: Enter. */
export async function press(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await reach(page, target);
  await page.keyboard.press(key);
}
