import { formatNumber, printable } from "@precept/core";
import { useSignal } from "@preact/signals";

/** A longer line would make the page slow. */
const maxLine = 2000;

/** A short text from a file: in one line, with the characters visible that would hide or reorder others. Of a very long one, the beginning. */
export function Text({ value }: { readonly value: string }) {
  if (value.length <= maxLine) return <bdi>{printable(value)}</bdi>;
  return (
    <>
      <bdi>{printable(value.slice(0, maxLine))}</bdi>… ({formatNumber(value.length)} characters)
    </>
  );
}

/** Names with commas between them. A name from right to left does not change the order of the others. */
export function Names({ values }: { readonly values: readonly string[] }) {
  return values.map((value, at) => (
    // The names have no other identity than their positions.
    <span key={at}>
      {at > 0 && ", "}
      <Text value={value} />
    </span>
  ));
}

/** A longer text would make the page slow. */
const maxCharacters = 20_000;

/** A text of several lines as it is in a file. Of a very long one, the beginning. */
export function TextBlock({ value, label }: { readonly value: string; readonly label: string }) {
  const isWhole = useSignal(false);
  const isCut = value.length > maxCharacters && !isWhole.value;
  const shown = isCut ? value.slice(0, maxCharacters) : value;
  return (
    <>
      <pre class="block" role="region" aria-label={printable(label)} tabIndex={0}>
        {shown.split("\n").map(printable).join("\n")}
      </pre>
      {isCut && (
        <button type="button" onClick={() => (isWhole.value = true)}>
          Show all {formatNumber(value.length)} characters
        </button>
      )}
    </>
  );
}
