/** The SQL of one migration, in the schema of the store. A released migration never changes. */
export type Migration = string;

const rulesHistoryUsage: Migration = `
-- One row. The random id distinguishes the positions of this database from those of others. The position counts the transactions that changed rules.
-- A transaction increments it in its last statement and keeps the lock of this row until its changes can be seen, so that positions are in the order
-- in which changes become visible, without gaps. Revisions that were replaced up to the position pruned_until may be missing.
CREATE TABLE feed (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  id text NOT NULL,
  position bigint NOT NULL,
  pruned_until bigint NOT NULL
) WITH (fillfactor = 10, autovacuum_vacuum_threshold = 50, autovacuum_vacuum_scale_factor = 0);
INSERT INTO feed (id, position, pruned_until) VALUES (replace(gen_random_uuid()::text, '-', ''), 0, 0);

-- All writes of rules. The revisions of one rule are in the order of their numbers.
CREATE SEQUENCE revision;
CREATE TABLE revisions (
  revision bigint PRIMARY KEY,
  position bigint NOT NULL,
  rule_id text COLLATE "C" NOT NULL,
  is_deleted boolean NOT NULL,
  written_at text NOT NULL,
  rule text NOT NULL,
  reason text,
  project_id text,
  user_id text
);
CREATE INDEX revisions_by_rule ON revisions (rule_id, revision);
CREATE INDEX revisions_by_position ON revisions (position);

-- The current rules: their revisions, and the columns for filters. Ids are compared by UTF-8 bytes, which is by code point.
CREATE TABLE rules (
  id text COLLATE "C" PRIMARY KEY,
  revision bigint NOT NULL,
  name text COLLATE "C" NOT NULL,
  scope text NOT NULL,
  inclusion text NOT NULL,
  enabled boolean NOT NULL,
  pending boolean NOT NULL,
  category text,
  authority text NOT NULL,
  project_id text COLLATE "C",
  user_id text COLLATE "C",
  tags text[] COLLATE "C" NOT NULL,
  targets text[] COLLATE "C" NOT NULL,
  contexts text[] COLLATE "C" NOT NULL,
  replaces text[] COLLATE "C" NOT NULL
);
CREATE INDEX rules_by_name ON rules (name, scope);
CREATE INDEX rules_by_owner ON rules (project_id, user_id, id);
CREATE INDEX rules_by_tags ON rules USING gin (tags) WITH (fastupdate = off);
CREATE INDEX rules_by_replaces ON rules USING gin (replaces) WITH (fastupdate = off);

-- Apart from the rules: counting a use does not change a rule, and the counts of a deleted rule remain.
CREATE TABLE usage (
  rule_id text COLLATE "C" PRIMARY KEY,
  count bigint NOT NULL,
  last_used_at text NOT NULL,
  last_used_ms bigint NOT NULL,
  last_session text,
  last_session_ms bigint
) WITH (fillfactor = 70);
CREATE TABLE usage_of_tools (
  rule_id text COLLATE "C" NOT NULL,
  tool text COLLATE "C" NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (rule_id, tool)
) WITH (fillfactor = 70);
`;

const sharedState: Migration = `
-- Records of servers. Updates of a group lock it, see records.ts. Texts that a column cannot store are encoded, see text.ts.
CREATE TABLE state_records (
  use text NOT NULL,
  owner text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  of_group text COLLATE "C" NOT NULL,
  value text NOT NULL,
  written_at timestamptz NOT NULL,
  PRIMARY KEY (use, owner, key)
);
CREATE INDEX state_records_by_group ON state_records (use, owner, of_group);
CREATE INDEX state_records_by_time ON state_records (use, owner, written_at);

-- Logs. A transaction locks the row of its log until its entries can be seen, so that positions are in the order in which entries become visible.
CREATE TABLE state_logs (
  use text NOT NULL,
  owner text COLLATE "C" NOT NULL,
  position bigint NOT NULL,
  pruned_until bigint NOT NULL,
  state text,
  PRIMARY KEY (use, owner)
) WITH (fillfactor = 10, autovacuum_vacuum_threshold = 50, autovacuum_vacuum_scale_factor = 0);
CREATE TABLE state_log_entries (
  use text NOT NULL,
  owner text COLLATE "C" NOT NULL,
  position bigint NOT NULL,
  value text NOT NULL,
  PRIMARY KEY (use, owner, position)
);

-- Allowances: when each is full again, in milliseconds of the clock of this server.
CREATE TABLE rates (
  key text COLLATE "C" PRIMARY KEY,
  full_at double precision NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX rates_by_time ON rates (full_at);
`;

const searchByWords: Migration = `
-- The terms of the current rules, with how often each contains them. The row of search_state has the last revision that is indexed, in the order of
-- positions. Writers do not update the index in their transactions: it follows the feed, so it also gets the writes of older versions of Precept.
CREATE TABLE search_documents (
  rule_id text COLLATE "C" PRIMARY KEY,
  project_id text COLLATE "C",
  user_id text COLLATE "C",
  length integer NOT NULL,
  terms text[] COLLATE "C" NOT NULL,
  frequencies smallint[] NOT NULL
);
CREATE INDEX search_documents_by_term ON search_documents USING gin (terms) WITH (fastupdate = off);
CREATE INDEX search_documents_by_owner ON search_documents (project_id, user_id);
CREATE TABLE search_state (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  position bigint NOT NULL,
  revision bigint NOT NULL
) WITH (fillfactor = 10, autovacuum_vacuum_threshold = 50, autovacuum_vacuum_scale_factor = 0);
INSERT INTO search_state (position, revision) VALUES (0, 0);

-- The number of rules and the sum of their lengths by owner: the scores of a tenant depend only on rules that it sees. The key is the owner as JSON.
CREATE TABLE search_owners (
  key text COLLATE "C" PRIMARY KEY,
  project_id text COLLATE "C",
  user_id text COLLATE "C",
  documents bigint NOT NULL,
  length bigint NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX search_owners_by_owner ON search_owners (project_id, user_id);

-- The vocabulary, to correct the spelling of queries: the size of each term in UTF-16 code units and its letters as bits. New terms have higher numbers,
-- because only one program updates the index at a time. Terms of deleted rules remain.
CREATE TABLE search_terms (
  number bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  term text COLLATE "C" NOT NULL UNIQUE,
  size smallint NOT NULL,
  letters integer NOT NULL
);
CREATE INDEX search_terms_by_size ON search_terms (size);

CREATE INDEX revisions_in_order ON revisions (position, revision);
DROP INDEX revisions_by_position;
`;

const tenants: Migration = `
-- A second wall between tenants around the texts of rules, which only this table has. A transaction that reads for a tenant names it in these settings. All
-- others see all rows: writes, the feed and the index. The other tables have no policy, because under a policy, no index of lists can be used: its operators
-- could tell about hidden rows. Without a tenant, the setting is missing, or empty after a transaction that had one. The owner of the table is not exempt.
ALTER TABLE revisions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY revisions_of_tenant ON revisions USING (
  coalesce(current_setting('precept.tenant', true), '') = '' OR (
    (project_id IS NULL OR '=' || project_id = current_setting('precept.project', true))
    AND (user_id IS NULL OR '=' || user_id = current_setting('precept.user', true))
  )
) WITH CHECK (true);
`;

const fewerMessages: Migration = `
-- Reads rules for a tenant in one message to the server. The statements of a function run in their order, so the policy of the texts knows the tenant,
-- until the transaction of the call ends.
CREATE FUNCTION rules_of_tenant (wanted text[], of_project text, of_user text) RETURNS TABLE (revision bigint, rule text)
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('precept.tenant', 'one', true), set_config('precept.project', coalesce('=' || of_project, ''), true),
    set_config('precept.user', coalesce('=' || of_user, ''), true);
  RETURN QUERY SELECT r.revision, v.rule FROM unnest(wanted) WITH ORDINALITY w (id, at)
    JOIN rules r ON r.id = w.id COLLATE "C" JOIN revisions v ON v.revision = r.revision
    WHERE (r.project_id IS NULL OR r.project_id = of_project) AND (r.user_id IS NULL OR r.user_id = of_user) ORDER BY w.at;
END $$;

-- The terms of many rules are collected, and added to the index together: the program that updates it does so before others see the rules.
ALTER INDEX search_documents_by_term SET (fastupdate = on);
`;

/** All migrations, oldest first. */
export const migrations: readonly Migration[] = [rulesHistoryUsage, sharedState, searchByWords, tenants, fewerMessages];

/** The oldest format with the tables of the search. A read-only store can find older ones. */
export const searchFormat = 3;

/** The oldest format with the function that reads rules for a tenant. */
export const tenantReadFormat = 5;

/** The oldest format whose programs may write to the current tables. */
export const oldestWriter = 1;
