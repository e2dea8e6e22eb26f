/** One step of the file's format. A step that was published is never changed: later ones follow it. */
export type Migration = string;

const rulesHistoryUsage: Migration = `
-- Every write of a rule, for ever. AUTOINCREMENT never gives a number twice, so a rule that is deleted and saved again has a revision it never
-- had; and since writers take turns, the number also counts the changes of the whole file.
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

-- The rules as they are now: which revision, and what is filtered by. Without rowids every index ends with the id, so that what it finds is
-- already in the order of a listing: that of UTF-8 bytes, which is that of code points.
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

-- One row with NULL stands for every target, and for every context.
CREATE TABLE rule_targets (value TEXT, rule_id TEXT NOT NULL REFERENCES rules (id) ON DELETE CASCADE) STRICT;
CREATE INDEX rule_targets_by_value ON rule_targets (value, rule_id);
CREATE INDEX rule_targets_by_rule ON rule_targets (rule_id, value);
CREATE TABLE rule_contexts (value TEXT, rule_id TEXT NOT NULL REFERENCES rules (id) ON DELETE CASCADE) STRICT;
CREATE INDEX rule_contexts_by_value ON rule_contexts (value, rule_id);
CREATE INDEX rule_contexts_by_rule ON rule_contexts (rule_id, value);

-- What each rule replaces (value), there or not.
CREATE TABLE rule_replaces (
  value TEXT NOT NULL,
  rule_id TEXT NOT NULL REFERENCES rules (id) ON DELETE CASCADE,
  PRIMARY KEY (value, rule_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX rule_replaces_by_rule ON rule_replaces (rule_id);

-- Apart from the rules, since counting a use changes no rule; it outlives a rule that is deleted.
CREATE TABLE rule_usage (
  rule_id TEXT PRIMARY KEY NOT NULL,
  count INTEGER NOT NULL,
  last_used_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;

/** The steps in order: a file of version n has had the first n. Whatever else is to be kept in the file, as an index for searching, is one more. */
export const migrations: readonly Migration[] = [rulesHistoryUsage];
