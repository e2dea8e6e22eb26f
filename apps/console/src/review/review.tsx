import { reviewTitles, type ReviewDecision } from "@precept/contract/values";
import { useSignal } from "@preact/signals";
import { changes } from "../data/changes.ts";
import { changeParams, pageLocation } from "../data/location.ts";
import { client } from "../data/projects.ts";
import { mayEdit } from "../data/session-state.ts";
import { messageOf, useLoaded } from "../data/use-loaded.ts";
import { Badge } from "../parts/badge.tsx";
import { countOf } from "../parts/numbers.ts";
import { Empty, Problem } from "../parts/section.tsx";
import { Text } from "../parts/text.tsx";
import { VirtualList } from "../parts/virtual-list.tsx";
import { decisionsFor, type ReviewItem } from "./review-item.ts";
import { ReviewPanel } from "./review-panel.tsx";

const rowHeight = 46;

/** The keys that decide about the selected rule, as in the command. */
const keys: Readonly<Record<string, ReviewDecision>> = { a: "accept", e: "edit", m: "merge", r: "reject" };

/** The rules that a person should decide about: what agents proposed, contradictions, near-duplicates, expired and unused rules. */
export function Review() {
  const review = useLoaded(
    () => ({ unused_days: pageLocation.value.params.get("unused") ?? "90" }),
    (query) => client.value.review.list(query),
  );
  const isEditing = useSignal(false);
  const problem = useSignal<string | undefined>(undefined);
  const message = useSignal("");
  const { value } = review.value;
  if (value === undefined) return <Problem message={review.value.problem} />;
  const { items } = value;
  const at = Math.max(
    0,
    items.findIndex(({ key }) => key === pageLocation.value.params.get("item")),
  );
  const item = items[at];

  function select(chosen: ReviewItem | undefined): void {
    isEditing.value = false;
    problem.value = undefined;
    changeParams({ item: chosen?.key });
  }

  async function decide(one: ReviewItem, decision: ReviewDecision, content?: string): Promise<void> {
    if (decision === "edit" && content === undefined) {
      isEditing.value = true;
      return;
    }
    try {
      await client.value.review.decide({ key: one.key, decision, ...(content !== undefined && { content }) });
      message.value = `${pastOf[decision]}: ${one.rule.name}`;
      select(items[at + 1] ?? items[at - 1]);
      changes.value += 1;
    } catch (error) {
      problem.value = messageOf(error);
    }
  }

  return (
    <div class="split">
      <div class="master">
        <p class="summary" role="status">
          {countOf(items.length, "rule")} to decide about
          {message.value !== "" && (
            <>
              {" · "}
              <Text value={message.value} />
            </>
          )}
        </p>
        <label class="inline">
          Not used for{" "}
          <input
            type="number"
            min={0}
            max={36_500}
            value={pageLocation.value.params.get("unused") ?? "90"}
            onChange={({ currentTarget }) => changeParams({ unused: currentTarget.value })}
          />{" "}
          days
        </label>
        <Problem message={review.value.problem} />
        {items.length === 0 ? (
          <Empty>
            Nothing to review. What agents propose with <code>remember</code> waits here.
          </Empty>
        ) : (
          <VirtualList
            label="Rules to decide about"
            rows={items}
            rowHeight={rowHeight}
            keyOf={({ key }) => key}
            selected={item?.key ?? ""}
            onSelect={select}
            onKey={(key, row) => {
              const decision = keys[key];
              if (decision !== undefined && mayEdit(row.rule) && decisionsFor(row).includes(decision)) void decide(row, decision);
            }}
          >
            {({ kind, rule, reason }) => (
              <>
                <div class="line">
                  <strong>
                    <Text value={rule.name} />
                  </strong>
                  <Badge tone={kind === "unused" ? "quiet" : "warn"}>{reviewTitles[kind]}</Badge>
                </div>
                <div class="meta one-line">
                  <Text value={reason} />
                </div>
              </>
            )}
          </VirtualList>
        )}
      </div>
      <aside class="panel" aria-label="Rule">
        <Problem message={problem.value} />
        {item !== undefined && (
          <ReviewPanel
            key={item.key}
            item={item}
            isEditing={isEditing.value}
            onDecide={(decision, content) => void decide(item, decision, content)}
            onCancel={() => (isEditing.value = false)}
          />
        )}
      </aside>
    </div>
  );
}

const pastOf: Readonly<Record<ReviewDecision, string>> = {
  accept: "Accepted",
  edit: "Edited",
  merge: "Merged",
  reject: "Rejected",
};
