import { searchTables } from "./search-schema.ts";

/** The SQL of one migration. A released migration never changes. */
export type Migration = string;

const rulesHistoryUsage: Migration = `
-- All writes of rules. AUTOINCREMENT never reuses a number, so a rule that is deleted and saved again has a new revision. Since there is one writer
-- at a time, the numbers also order the changes of the whole file.
CREATE TABLE revisions (
  revision INTEGER PRIMARY KEY AUTOINCREMENT,
  rule_id TEXT NOT NULL,
  deleted INTEGER NOT NULL,
  written_at TEXT NOT NULL,
  rule TEXT NOT NULL
) STRICT;
CREATE INDEX revisions_by_rule ON revisions (rule_id, revision);
CREATE TRIGGER revisions_stay BEFORE UPDATE ON revisions BEGIN SELECT RAISE(ABORT, 'a revision is never changed'); END;
CREATE TRIGGER revisions_last BEFORE DELETE ON revisions BEGIN SELECT RAISE(ABORT, 'a revision is never deleted'); END;

-- The current rules: their revisions, and the columns for filters. Without rowids, every index ends with the id, so that its entries are in the
-- order of listings: by UTF-8 bytes, which is by code point.
CREATE TABLE rules (
  id TEXT PRIMARY KEY NOT NULL,
  revision INTEGER NOT NULL UNIQUE REFERENCES revisions (revision),
  name TEXT NOT NULL,
  scope TEXT NOT NULL,
  inclusion TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  pending INTEGER NOT NULL,
  category TEXT,
  authority TEXT NOT NULL,
  priority INTEGER NOT NULL,
  project_id TEXT,
  user_id TEXT,
  updated_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX rules_by_name ON rules (name);
CREATE INDEX rules_by_scope ON rules (scope);
CREATE INDEX rules_by_inclusion ON rules (inclusion);
CREATE INDEX rules_by_enabled ON rules (enabled);
CREATE INDEX rules_by_pending ON rules (pending);
CREATE INDEX rules_by_category ON rules (category);
CREATE INDEX rules_by_authority ON rules (authority);
CREATE INDEX rules_by_project ON rules (project_id);
CREATE INDEX rules_by_user ON rules (user_id);

CREATE TABLE rule_tags (
  value TEXT NOT NULL,
  rule_id TEXT NOT NULL REFERENCES rules (id) ON DELETE CASCADE,
  PRIMARY KEY (value, rule_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX rule_tags_by_rule ON rule_tags (rule_id);

-- One row with NULL means all targets, or all contexts.
CREATE TABLE rule_targets (value TEXT, rule_id TEXT NOT NULL REFERENCES rules (id) ON DELETE CASCADE) STRICT;
CREATE INDEX rule_targets_by_value ON rule_targets (value, rule_id);
CREATE INDEX rule_targets_by_rule ON rule_targets (rule_id, value);
CREATE TABLE rule_contexts (value TEXT, rule_id TEXT NOT NULL REFERENCES rules (id) ON DELETE CASCADE) STRICT;
CREATE INDEX rule_contexts_by_value ON rule_contexts (value, rule_id);
CREATE INDEX rule_contexts_by_rule ON rule_contexts (rule_id, value);

-- The ids that each rule replaces (value). Rules with these ids need not exist.
CREATE TABLE rule_replaces (
  value TEXT NOT NULL,
  rule_id TEXT NOT NULL REFERENCES rules (id) ON DELETE CASCADE,
  PRIMARY KEY (value, rule_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX rule_replaces_by_rule ON rule_replaces (rule_id);

-- Separate from the rules: counting a use does not change a rule, and the counts of a deleted rule remain.
CREATE TABLE rule_usage (
  rule_id TEXT PRIMARY KEY NOT NULL,
  count INTEGER NOT NULL,
  last_used_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;

const feedOwnersReasons: Migration = `
-- One row. The random id distinguishes the feed positions of this file from those of other files. Revisions that were replaced up to the revision
-- pruned_until may be missing, so what changed since an earlier position is not completely known.
CREATE TABLE feed (id TEXT NOT NULL, pruned_until INTEGER NOT NULL) STRICT;
INSERT INTO feed (id, pruned_until) VALUES (lower(hex(randomblob(8))), 0);

ALTER TABLE revisions ADD COLUMN reason TEXT;
ALTER TABLE revisions ADD COLUMN project_id TEXT GENERATED ALWAYS AS (rule ->> '$.projectId') VIRTUAL;
ALTER TABLE revisions ADD COLUMN user_id TEXT GENERATED ALWAYS AS (rule ->> '$.userId') VIRTUAL;

-- Only revisions that were replaced can be deleted, after pruned_until says so. The newest revision of each rule remains.
DROP TRIGGER revisions_last;
CREATE TRIGGER revisions_last BEFORE DELETE ON revisions
WHEN coalesce(
  (SELECT min(n.revision) FROM revisions n WHERE n.rule_id = OLD.rule_id AND n.revision > OLD.revision) > (SELECT pruned_until FROM feed),
  TRUE
)
BEGIN SELECT RAISE(ABORT, 'a revision that is not pruned is never deleted'); END;

-- The rules of one owner, in the order of their ids.
CREATE INDEX rules_by_owner ON rules (project_id, user_id);
-- Whether a name is taken, for projects and users that all use the same names.
CREATE INDEX rules_by_name_and_owner ON rules (name, scope, project_id, user_id);

ALTER TABLE rule_usage ADD COLUMN last_session TEXT;
ALTER TABLE rule_usage ADD COLUMN last_session_at TEXT;
CREATE TABLE rule_usage_tools (
  rule_id TEXT NOT NULL,
  tool TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (rule_id, tool)
) STRICT, WITHOUT ROWID;
`;

/** All steps in order. A file of version n has the first n. */
export const migrations: readonly Migration[] = [rulesHistoryUsage, feedOwnersReasons, searchTables];
