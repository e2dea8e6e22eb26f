import { printable } from "@precept/core";
import { useComputed, useSignal } from "@preact/signals";
import { changeParams } from "../data/location.ts";
import { client } from "../data/projects.ts";
import { isSnapshot } from "../data/session-state.ts";
import { useLoaded } from "../data/use-loaded.ts";
import { request } from "./request.ts";

/** The files of the request. What is typed counts immediately; Enter adds another file. */
export function FileField() {
  // The files before the one that is typed. An address has at least one file that can still be changed.
  const addedCount = useSignal(0);
  const parts = useComputed(() => {
    const { files } = request.value;
    const isTyping = files.length > addedCount.value;
    return { added: isTyping ? files.slice(0, -1) : files, typed: isTyping ? (files.at(-1) ?? "") : "" };
  });
  const { added, typed } = parts.value;

  // A snapshot has no server to ask.
  const suggested = useLoaded(
    () => (isSnapshot() || parts.value.typed === "" ? undefined : { text: parts.value.typed }),
    (query) => client.value.project.paths(query),
  );

  function change(chosen: readonly string[], next: string): void {
    addedCount.value = chosen.length;
    changeParams({ file: next === "" ? chosen : [...chosen, next] });
  }

  return (
    <div class="field files">
      <label for="file">Files</label>
      <div class="chips">
        {added.map((file) => (
          <span key={file} class="chip">
            <bdi>{printable(file)}</bdi>
            <button
              type="button"
              aria-label={`Remove ${printable(file)}`}
              onClick={() =>
                change(
                  added.filter((one) => one !== file),
                  typed,
                )
              }
            >
              ×
            </button>
          </span>
        ))}
        <input
          id="file"
          type="text"
          autocomplete="off"
          spellcheck={false}
          placeholder="src/cart/cart.tsx"
          list="known-files"
          value={typed}
          onInput={({ currentTarget }) => change(added, currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && typed !== "") change([...added, typed], "");
            if (event.key === "Backspace" && typed === "" && added.length > 0) change(added.slice(0, -1), "");
          }}
        />
        <datalist id="known-files">
          {(suggested.value.value?.paths ?? []).map((path) => (
            <option key={path} value={path} />
          ))}
        </datalist>
      </div>
    </div>
  );
}
