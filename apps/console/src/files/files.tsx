import type { ProjectRoutes, RouteOutput } from "@precept/contract";
import { formatNumber } from "@precept/core";
import { signal, useComputed, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { changeParams, hrefOf, pageLocation } from "../data/location.ts";
import { client } from "../data/projects.ts";
import { useAnswer } from "../data/use-loaded.ts";
import { countOf } from "../parts/numbers.ts";
import { Empty, Problem, Section } from "../parts/section.tsx";
import { Names, Text } from "../parts/text.tsx";
import { VirtualList } from "../parts/virtual-list.tsx";
import { SetMark } from "./set-mark.tsx";
import { treeRows, type TreeRow } from "./tree.ts";
import { useMatchedFiles } from "./use-matched-files.ts";

type FileList = RouteOutput<ProjectRoutes["listFiles"]>;

/** The pattern of a rule under the cursor. */
const pointedPattern = signal<string | undefined>(undefined);

const rowHeight = 24;
/** How many groups are listed, the largest first. */
const maxGroups = 60;
/** A small project is shown with all directories open. */
const openAllBelow = 200;

/** The files of the project, marked by the set of rules that governs each. */
export function Files() {
  const loaded = useAnswer(() => client.value.project.files());
  const { value, problem } = loaded.value;
  if (value === undefined)
    return problem === undefined ? <p class="summary">Listing the files …</p> : <Problem message={problem} />;
  return (
    <>
      <Problem message={problem} />
      {value.files.length === 0 ? <Empty>The project has no files.</Empty> : <FileTree list={value} />}
    </>
  );
}

function FileTree({ list }: { readonly list: FileList }) {
  const opened = useSignal<ReadonlySet<string> | undefined>(undefined);
  const open = opened.value ?? (list.files.length <= openAllBelow ? directoriesOf(list.files) : new Set<string>());
  const group = useComputed(() => pageLocation.value.params.get("group") ?? "");
  // The pattern under the cursor counts more than the one in the field.
  const pattern = useComputed(() => pointedPattern.value ?? pageLocation.value.params.get("glob") ?? "");
  const allFiles = useSignal(list.files);
  if (allFiles.peek() !== list.files) allFiles.value = list.files;
  const matched = useMatchedFiles(pattern, allFiles);
  const lit = useComputed(() => matched.value && { files: matched.value, directories: directoriesOf([...matched.value]) });
  const only = pageLocation.value.params.get("only") === "true" ? lit.value?.files : undefined;
  const isNarrowed = group.value !== "" || only !== undefined;
  const isShown = (file: string, at: number): boolean =>
    (group.value === "" || list.file_sets[at] === Number(group.value)) && only?.has(file) !== false;
  // The positions of the shown files in the list.
  const shown = isNarrowed ? list.files.flatMap((file, at) => (isShown(file, at) ? [at] : [])) : undefined;
  const files = shown?.map((at) => list.files[at] ?? "") ?? list.files;
  const setOf = ({ file }: TreeRow): number => list.file_sets[shown?.[file] ?? file] ?? 0;
  const rows = treeRows(files, isNarrowed && files.length <= openAllBelow ? directoriesOf(files) : open);
  const selected = pageLocation.value.params.get("path") ?? "";
  const at = list.files.indexOf(selected);

  function toggle(path: string): void {
    const next = new Set(open);
    if (!next.delete(path)) next.add(path);
    opened.value = next;
  }

  return (
    <div class="split">
      <div class="master">
        <p class="summary" role="status">
          {countOf(files.length, "file")}
          {isNarrowed ? ` of ${formatNumber(list.files.length)}` : ""}
          {group.value !== "" && (
            <>
              {" "}
              with the set <Text value={group.value} />
            </>
          )}
          , {countOf(list.rule_sets.length, "set")} of rules
          {list.is_complete ? "" : ": not all files are listed"}
          {isNarrowed && (
            <button type="button" class="copy" onClick={() => changeParams({ group: undefined, only: undefined })}>
              Show all files
            </button>
          )}
        </p>
        <label class="glob-field">
          <span class="visually-hidden">Pattern</span>
          <input
            type="text"
            class="code"
            spellcheck={false}
            autocomplete="off"
            placeholder="A pattern, such as src/**/*.test.ts"
            value={pageLocation.value.params.get("glob") ?? ""}
            onInput={({ currentTarget }) => changeParams({ glob: currentTarget.value })}
          />
          <span class="summary" role="status">
            {lit.value === undefined ? "" : `matches ${countOf(lit.value.files.size, "file")}`}
          </span>
        </label>
        {lit.value !== undefined && (
          <label class="inline">
            <input
              type="checkbox"
              checked={only !== undefined}
              onChange={({ currentTarget }) => changeParams({ only: currentTarget.checked ? "true" : undefined })}
            />
            Show only these
          </label>
        )}
        <VirtualList
          label="Files"
          rows={rows}
          rowHeight={rowHeight}
          keyOf={({ path, isDirectory }) => (isDirectory ? `${path}/` : path)}
          selected={selected}
          onSelect={({ path, isDirectory }) => changeParams({ path: isDirectory ? `${path}/` : path })}
          onKey={(key, row) => {
            const isChange = (key === "ArrowRight" && !row.isOpen) || (key === "ArrowLeft" && row.isOpen) || key === "Enter";
            if (row.isDirectory && isChange) toggle(row.path);
          }}
        >
          {(row) => (
            <FileRow
              row={row}
              set={row.isDirectory ? undefined : setOf(row)}
              isLit={lit.value?.[row.isDirectory ? "directories" : "files"].has(row.path) === true}
              onToggle={toggle}
            />
          )}
        </VirtualList>
      </div>
      <aside class="panel" aria-label="Rules of the files">
        {at !== -1 && <FileRules list={list} set={list.file_sets[at] ?? 0} file={selected} />}
        <Groups list={list} />
      </aside>
    </div>
  );
}

function directoriesOf(files: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const file of files) {
    for (let slash = file.indexOf("/"); slash !== -1; slash = file.indexOf("/", slash + 1)) found.add(file.slice(0, slash));
  }
  return found;
}

interface FileRowProps {
  readonly row: TreeRow;
  readonly set: number | undefined;
  /** Whether a pattern matches the file, or one in the directory. */
  readonly isLit: boolean;
  readonly onToggle: (path: string) => void;
}

function FileRow({ row, set, isLit, onToggle }: FileRowProps) {
  return (
    <div
      class={`file-row ${isLit ? "lit" : ""}`}
      style={{ paddingLeft: `${row.depth * 16 + 4}px` }}
      onDblClick={() => row.isDirectory && onToggle(row.path)}
    >
      {row.isDirectory ? (
        <span class={`twist ${row.isOpen ? "open" : ""}`} aria-hidden="true" onClick={() => onToggle(row.path)}>
          ›
        </span>
      ) : (
        <SetMark set={set ?? 0} />
      )}
      <span class={row.isDirectory ? "directory" : ""}>
        <Text value={row.isDirectory ? `${row.name}/` : row.name} />
      </span>
      {row.isDirectory && <span class="size">{formatNumber(row.count)}</span>}
    </div>
  );
}

interface FileRulesProps {
  readonly list: FileList;
  readonly set: number;
  readonly file: string;
}

function FileRules({ list, set, file }: FileRulesProps) {
  const governing = (list.rule_sets[set] ?? []).flatMap((one) => list.rules[one] ?? []);
  const always = list.always.flatMap((one) => list.rules[one] ?? []);
  return (
    <Section title={file} detail={countOf(governing.length, "rule")} tone={governing.length === 0 ? "quiet" : "good"}>
      <ul class="rows">
        {governing.map((rule) => (
          <li key={rule.id}>
            <a class="rule" href={hrefOf("rules", { rule: rule.id })}>
              <Text value={rule.name} />
            </a>{" "}
            <span class="why">
              <Text value={rule.source_path ?? rule.id} />
            </span>
            <Patterns globs={rule.globs} />
          </li>
        ))}
      </ul>
      <p class="summary">
        {governing.length === 0 ? "Only the rules" : "And the rules"} for every request:{" "}
        {always.length === 0 ? "none" : <Names values={always.map(({ name }) => name)} />}.{" "}
        <a href={hrefOf("explain", { file })}>Explain this file</a>
      </p>
    </Section>
  );
}

function point(glob: string | undefined): () => void {
  return () => {
    pointedPattern.value = glob;
  };
}

/** The patterns of a rule. The one under the cursor, or with the focus, lights up what it matches; a click keeps it. */
function Patterns({ globs }: { readonly globs: readonly string[] }) {
  useEffect(() => point(undefined), []);
  return (
    <span class="patterns">
      {globs.map((glob) => (
        <button
          key={glob}
          type="button"
          onMouseEnter={point(glob)}
          onMouseLeave={point(undefined)}
          onFocus={point(glob)}
          onBlur={point(undefined)}
          onClick={() => changeParams({ glob })}
        >
          <Text value={glob} />
        </button>
      ))}
    </span>
  );
}

function Groups({ list }: { readonly list: FileList }) {
  const counts = new Map<number, number>();
  for (const set of list.file_sets) counts.set(set, (counts.get(set) ?? 0) + 1);
  const groups = [...counts].toSorted(([, left], [, right]) => right - left);
  return (
    <Section title="Files with the same rules" detail={countOf(groups.length, "group")}>
      <ul class="rows groups">
        {groups.slice(0, maxGroups).map(([set, count]) => (
          <li key={set}>
            <SetMark set={set} />
            <a href={hrefOf("files", { group: String(set) })}>{countOf(count, "file")}</a>
            <span class="why">
              {(list.rule_sets[set] ?? []).length === 0 && "only the rules for every request"}
              <Names values={(list.rule_sets[set] ?? []).map((one) => list.rules[one]?.name ?? "")} />
            </span>
          </li>
        ))}
      </ul>
      {groups.length > maxGroups && (
        <p class="summary">{formatNumber(groups.length - maxGroups)} smaller groups are not listed.</p>
      )}
    </Section>
  );
}
