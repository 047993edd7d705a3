-- The memory file of dcpm_sqlite: the one definition of its format.
--
-- Ids. `space.id` is small; every citable row has id = space << 32 | n with one sequence n per space (`space.next_n`), and a
--   row in `item`, which gives it its public `uid`. Rows of one space are therefore one range of ids.
-- Time. Every time is Unix milliseconds in UTC. `*_precision` says how long a stretch it stands for, `*_basis` where it comes
--   from, `*_offset` the minutes east of UTC in which it was said (NULL: no zone was given). Intervals are half open.
-- Text is never rewritten. What is erased is erased by forgetting, which leaves a tombstone without content.
--
-- Three parts: canonical (never lost), costly (vectors: kept by rebuild and upgrade, lost only by reembed) and derived
-- (remade from the other two by `rebuild`). A line that begins with "-- PART" starts one; the code reads these marks.

-- PART canonical

-- One row per fact about the file itself: created_at, hash_key (32 random bytes that key every digest in this file, so that
-- digests of two files can't be compared and a digest can't be guessed from a text alone), recipe.* (version numbers of the
-- derived tables' recipes), and, only inside a transaction that erases, `erasing`.
CREATE TABLE meta (
  key   TEXT PRIMARY KEY,
  value ANY NOT NULL
) STRICT, WITHOUT ROWID;

-- Whose memory it is: a user, an agent. Every other row belongs to one space; nothing crosses.
CREATE TABLE space (
  id         INTEGER PRIMARY KEY CHECK (id BETWEEN 1 AND 1073741823),
  uid        INTEGER NOT NULL UNIQUE,           -- unique across files
  name       TEXT NOT NULL UNIQUE,              -- what a caller asks for; "default" where none is named
  owner      INTEGER REFERENCES party (id) DEFERRABLE INITIALLY DEFERRED, -- the party the space is about; NULL: nobody in particular
  next_n     INTEGER NOT NULL DEFAULT 1,        -- the next n of this space's ids
  created_at INTEGER NOT NULL
) STRICT;

-- The parent of everything that can be cited: its public id, its space, what it is, when this file recorded it.
CREATE TABLE item (
  id          INTEGER PRIMARY KEY,              -- space << 32 | n
  uid         INTEGER NOT NULL UNIQUE,          -- 42 bits of milliseconds, 21 of chance; shown as 13 characters
  space       INTEGER NOT NULL REFERENCES space (id),
  kind        TEXT NOT NULL CHECK (kind IN ('party', 'session', 'raw_input', 'passage', 'belief', 'wording', 'entity', 'summary', 'node', 'relation')),
  recorded_at INTEGER NOT NULL,
  CHECK (id >> 32 = space)
) STRICT;

-- A speaker. Every human speaker's statements become beliefs about that speaker.
CREATE TABLE party (
  id     INTEGER PRIMARY KEY REFERENCES item (id),
  name   TEXT NOT NULL,                         -- as first written
  folded TEXT NOT NULL                          -- case and white space folded; one party per folded name and space
) STRICT;
CREATE INDEX party_by_name ON party (folded);

-- One conversation.
CREATE TABLE session (
  id         INTEGER PRIMARY KEY REFERENCES item (id),
  source     TEXT NOT NULL,                     -- where it comes from: 'chat', 'chatgpt', 'locomo' ...
  source_key TEXT NOT NULL,                     -- its name there
  space      INTEGER NOT NULL REFERENCES space (id),
  UNIQUE (space, source, source_key)
) STRICT;

-- One message as it came: ground truth (DCPM D-01). Its text never changes; forgetting is the one way out.
CREATE TABLE raw_input (
  id             INTEGER PRIMARY KEY REFERENCES item (id),
  session        INTEGER NOT NULL REFERENCES session (id),
  turn           INTEGER NOT NULL,              -- position in its session, in order of arrival, from 1
  role           TEXT NOT NULL CHECK (role IN ('user', 'assistant', 'system', 'tool')),
  party          INTEGER REFERENCES party (id), -- who spoke; NULL: the role is all that is known
  text           TEXT NOT NULL CHECK (length(text) > 0), -- as kept: recognised secrets are withheld before the commit
  withheld       INTEGER NOT NULL DEFAULT 0,    -- how many secrets were withheld from it
  recalled       INTEGER NOT NULL DEFAULT 0 CHECK (recalled IN (0, 1)), -- 1: contains this library's own rendered recall (K2)
  said_at        INTEGER NOT NULL,
  said_precision TEXT NOT NULL CHECK (said_precision IN ('instant', 'second', 'minute', 'hour', 'day', 'week', 'month', 'season', 'year', 'decade')),
  said_offset    INTEGER,
  said_basis     TEXT NOT NULL CHECK (said_basis IN ('stated', 'resolved', 'assumed')),
  source         TEXT NOT NULL,                 -- where the message comes from
  source_key     TEXT,                          -- its id there; NULL: none, then `digest` makes adding idempotent
  digest         BLOB NOT NULL CHECK (length(digest) = 16), -- keyed hash of session, party, role, time and text
  state          TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'done')), -- whether it was decided what to believe of it
  reason         TEXT,                          -- why it still waits; NULL: nothing to say
  attempts       INTEGER NOT NULL DEFAULT 0,    -- how often a mind was asked about it and sent nothing that could be used
  lease_by       TEXT,                          -- who is drawing beliefs from it now; NULL: nobody
  lease_until    INTEGER,                       -- when that claim lapses
  space          INTEGER NOT NULL REFERENCES space (id)
) STRICT;
CREATE UNIQUE INDEX raw_input_by_turn ON raw_input (session, turn);
CREATE UNIQUE INDEX raw_input_by_source ON raw_input (space, source, source_key) WHERE source_key IS NOT NULL;
CREATE INDEX raw_input_by_digest ON raw_input (digest);
CREATE INDEX raw_input_pending ON raw_input (space, id) WHERE state <> 'done';
CREATE INDEX raw_input_by_time ON raw_input (space, said_at);

CREATE TRIGGER raw_input_is_immutable BEFORE UPDATE OF id, session, turn, role, party, text, said_at, said_precision, said_offset, said_basis, source, source_key, digest, space ON raw_input
BEGIN SELECT RAISE (ABORT, 'a raw input never changes'); END;
CREATE TRIGGER raw_input_is_not_replaced BEFORE INSERT ON raw_input WHEN EXISTS (SELECT 1 FROM raw_input WHERE id = NEW.id)
BEGIN SELECT RAISE (ABORT, 'a raw input is never replaced'); END;
CREATE TRIGGER raw_input_is_kept BEFORE DELETE ON raw_input WHEN NOT EXISTS (SELECT 1 FROM meta WHERE key = 'erasing')
BEGIN SELECT RAISE (ABORT, 'a raw input is erased by forgetting only'); END;

-- The log of what minds decided: which decision, in which version, by which mind. Rows made by it name it.
CREATE TABLE decision (
  id         INTEGER PRIMARY KEY,
  space      INTEGER NOT NULL REFERENCES space (id),
  name       TEXT NOT NULL,                     -- 'extract', 'reconcile', 'induce' ...
  version    INTEGER NOT NULL,                  -- of the prompt and the rule
  mind       TEXT NOT NULL,                     -- 'offline', 'user', 'anthropic:MODEL' ...
  llm_call   INTEGER REFERENCES llm_call (id),  -- NULL: decided by rules or by the user
  job        INTEGER REFERENCES job (id),       -- NULL: outside any job
  decided_at INTEGER NOT NULL
) STRICT;

-- What was drawn from raw inputs (DCPM D-02, D-03): one state of the world. SUPERSEDE appends a belief and links both
-- pointers (D-20); UPDATE adds a wording. Chains are lists: at most one predecessor and one successor.
CREATE TABLE belief (
  id              INTEGER PRIMARY KEY REFERENCES item (id),
  kind            TEXT NOT NULL CHECK (kind IN ('fact', 'identity')),
  type            TEXT NOT NULL CHECK (type IN ('fact', 'event', 'episode', 'entity')), -- REALM R-02; an identity item is a 'fact'
  party           INTEGER REFERENCES party (id), -- the party it is about; NULL: about something or somebody else
  subject         TEXT,                         -- what it is about, in words; NULL: the party
  subject_key     TEXT,                         -- the subject folded, to look it up by; NULL: the party
  attribute       TEXT,                         -- the folded attribute ('home city'); NULL: none recognised
  domain          TEXT NOT NULL DEFAULT 'other',-- life domain
  salience        REAL NOT NULL DEFAULT 0.5 CHECK (salience BETWEEN 0 AND 1),
  is_core         INTEGER NOT NULL DEFAULT 0 CHECK (is_core IN (0, 1)), -- by decision: always shown
  pin             INTEGER CHECK (pin IN (0, 1)),-- by the user: 1 always shown, 0 never as core, NULL not said; wins over is_core
  said_at         INTEGER NOT NULL,             -- when its first source was said
  holds_from      INTEGER,                      -- when the state began; NULL: since said
  holds_until     INTEGER,                      -- when it ended; NULL: still
  holds_precision TEXT,
  holds_basis     TEXT CHECK (holds_basis IN ('stated', 'resolved', 'assumed')),
  about_from      INTEGER,                      -- when the event that it speaks of begins; NULL: speaks of none
  about_until     INTEGER,
  about_precision TEXT,
  about_basis     TEXT CHECK (about_basis IN ('stated', 'resolved', 'assumed')),
  supersedes      INTEGER REFERENCES belief (id) DEFERRABLE INITIALLY DEFERRED, -- the state before it; NULL: the chain's first
  superseded_by   INTEGER REFERENCES belief (id) DEFERRABLE INITIALLY DEFERRED, -- the state after it; NULL: current
  superseded_at   INTEGER,                      -- when this file recorded that; NULL: current
  decision        INTEGER REFERENCES decision (id), -- which gave it its place; NULL: put in by hand
  CHECK (supersedes <> id),
  CHECK (superseded_by <> id),
  CHECK ((superseded_by IS NULL) = (superseded_at IS NULL))
) STRICT;
CREATE UNIQUE INDEX belief_supersedes ON belief (supersedes) WHERE supersedes IS NOT NULL;
CREATE UNIQUE INDEX belief_superseded_by ON belief (superseded_by) WHERE superseded_by IS NOT NULL;
CREATE INDEX belief_core ON belief (id) WHERE is_core = 1 OR pin = 1;
CREATE INDEX belief_by_attribute ON belief (attribute, subject_key) WHERE attribute IS NOT NULL;

-- A belief's text. UPDATE adds one (DCPM D-17); of those that stand the one with the highest number is current; no text is ever
-- changed. A belief without a wording that stands was taken back: it is in no chain, no index and no answer.
CREATE TABLE wording (
  id       INTEGER PRIMARY KEY REFERENCES item (id),
  belief   INTEGER NOT NULL REFERENCES belief (id),
  number   INTEGER NOT NULL CHECK (number >= 1),
  text     TEXT NOT NULL CHECK (length(text) > 0),
  decision INTEGER REFERENCES decision (id),    -- which drew it; NULL: put in by hand
  withdrawn_by INTEGER REFERENCES job (id),     -- the job that took it back; NULL: it stands
  UNIQUE (belief, number)
) STRICT;

-- From which raw input a wording was drawn, and where it stands there (DCPM D-09).
CREATE TABLE belief_source (
  wording  INTEGER NOT NULL REFERENCES wording (id),
  raw      INTEGER NOT NULL REFERENCES raw_input (id),
  start    INTEGER NOT NULL,                    -- the quote's first code point
  "end"    INTEGER NOT NULL,                    -- one past its last
  role     TEXT NOT NULL CHECK (role IN ('quote', 'context')), -- context: the question that an answer answers (K49)
  PRIMARY KEY (wording, raw, start),
  CHECK (start >= 0 AND "end" > start)
) STRICT, WITHOUT ROWID;
CREATE INDEX belief_source_by_raw ON belief_source (raw);

-- Keywords of a belief (REALM R-02).
CREATE TABLE belief_keyword (
  keyword TEXT NOT NULL,                        -- folded
  belief  INTEGER NOT NULL REFERENCES belief (id),
  PRIMARY KEY (belief, keyword)
) STRICT, WITHOUT ROWID;

-- Somebody or something that beliefs mention, with all its names.
CREATE TABLE entity (
  id       INTEGER PRIMARY KEY REFERENCES item (id),
  name     TEXT NOT NULL,
  category TEXT,                                -- person, place, organisation ...; NULL: not known
  party    INTEGER REFERENCES party (id),       -- the speaker that it is; NULL: none
  merged_into INTEGER REFERENCES entity (id)    -- the entity that it turned out to be; NULL: itself
) STRICT;
CREATE TABLE entity_name (
  folded TEXT NOT NULL,
  entity INTEGER NOT NULL REFERENCES entity (id),
  PRIMARY KEY (folded, entity)
) STRICT, WITHOUT ROWID;
CREATE TABLE mention (
  belief INTEGER NOT NULL REFERENCES belief (id),
  entity INTEGER NOT NULL REFERENCES entity (id),
  role   TEXT NOT NULL,                         -- subject, object, participant, place
  PRIMARY KEY (belief, entity, role)
) STRICT, WITHOUT ROWID;
CREATE INDEX mention_by_entity ON mention (entity);

-- The running condensation of a session (DCPM D-04, at most 200 words); the one with the highest number is current.
CREATE TABLE summary (
  id       INTEGER PRIMARY KEY REFERENCES item (id),
  session  INTEGER NOT NULL REFERENCES session (id),
  number   INTEGER NOT NULL,
  text     TEXT NOT NULL CHECK (length(text) > 0),
  last_raw INTEGER NOT NULL REFERENCES raw_input (id), -- it condenses the session up to here
  decision INTEGER REFERENCES decision (id),
  UNIQUE (session, number)
) STRICT;

-- The upper graph (DCPM D-06, D-07): schema (within one life domain), core_schema (across), intention (a likely future event).
CREATE TABLE node (
  id          INTEGER PRIMARY KEY REFERENCES item (id),
  kind        TEXT NOT NULL CHECK (kind IN ('schema', 'core_schema', 'intention')),
  domain      TEXT,                             -- NULL: a core schema stands across domains
  text        TEXT NOT NULL CHECK (length(text) > 0),
  behaviour   TEXT,                             -- behavioural description (D-36); NULL: none written yet
  confidence  REAL NOT NULL CHECK (confidence BETWEEN 0 AND 1),
  due_from    INTEGER,                          -- an intention's horizon; NULL: open
  due_until   INTEGER,
  trigger_text TEXT,                            -- what cues an intention; NULL: nothing named
  state       TEXT NOT NULL CHECK (state IN ('standing', 'weakened', 'withdrawn', 'open', 'fulfilled', 'expired', 'dropped')),
  described_by INTEGER REFERENCES decision (id), -- which decision wrote `behaviour`; NULL: none
  decision    INTEGER REFERENCES decision (id),
  CHECK ((kind = 'core_schema') = (domain IS NULL) OR kind = 'intention')
) STRICT;

-- Node -> belief, the papers' evidence_vdb_ref (D-08). A core schema inherits its members' evidence (D-43).
CREATE TABLE evidence (
  node           INTEGER NOT NULL REFERENCES node (id),
  belief         INTEGER NOT NULL REFERENCES belief (id),
  inherited_from INTEGER REFERENCES node (id),  -- the member schema that brought it; NULL: its own
  decision       INTEGER REFERENCES decision (id),
  PRIMARY KEY (node, belief)
) STRICT, WITHOUT ROWID;
CREATE INDEX evidence_by_belief ON evidence (belief);

-- Core schema -> member schema (D-39).
CREATE TABLE member (
  core     INTEGER NOT NULL REFERENCES node (id),
  schema   INTEGER NOT NULL REFERENCES node (id),
  decision INTEGER REFERENCES decision (id),
  PRIMARY KEY (core, schema)
) STRICT, WITHOUT ROWID;
CREATE INDEX member_by_schema ON member (schema);

-- Typed, weighted, described edge between beliefs, or between nodes (REALM R-03..R-07). One row for an unordered pair of a
-- bidirectional predicate (source < target). `supersedes` is never a row: it is a pointer in `belief`.
CREATE TABLE relation (
  id            INTEGER PRIMARY KEY REFERENCES item (id),
  source        INTEGER NOT NULL REFERENCES item (id),
  target        INTEGER NOT NULL REFERENCES item (id),
  layer         TEXT NOT NULL CHECK (layer IN ('logical', 'causal', 'taxonomic', 'associative')),
  predicate     TEXT NOT NULL CHECK (predicate IN ('contradicts', 'implies', 'constrains', 'verifies', 'precedes', 'enables', 'triggers', 'results_in',
                'comprises', 'instantiates', 'summarizes', 'correlates', 'analogous_to', 'contextualizes')),
  description   TEXT NOT NULL DEFAULT '',
  weight        REAL NOT NULL CHECK (weight BETWEEN 0 AND 1),
  closed_at     INTEGER,                        -- NULL: in force; a relation is closed, never removed (R-16)
  closed_reason TEXT,
  decision      INTEGER REFERENCES decision (id),
  CHECK (source <> target),
  CHECK (predicate NOT IN ('contradicts', 'correlates', 'analogous_to') OR source < target)
) STRICT;
CREATE UNIQUE INDEX relation_by_source ON relation (source, target, predicate) WHERE closed_at IS NULL;
CREATE INDEX relation_by_target ON relation (target);

-- How often two items were used together in one answer (R-49).
CREATE TABLE coactivation (
  a       INTEGER NOT NULL REFERENCES item (id),
  b       INTEGER NOT NULL REFERENCES item (id),
  count   INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  PRIMARY KEY (a, b),
  CHECK (a < b)
) STRICT, WITHOUT ROWID;

-- A use of the memory that was looked back on (REALM R-38): what was asked of it, and what became of the answer.
CREATE TABLE use (
  job      INTEGER PRIMARY KEY REFERENCES job (id),
  question TEXT,                                -- NULL: erased with something that it recalled
  outcome  TEXT CHECK (outcome IN ('right', 'wrong')),  -- NULL: not told
  decision INTEGER REFERENCES decision (id)
) STRICT;
-- What a use recalled, and in which of the audit's groups it put it (R-40).
CREATE TABLE use_item (
  job  INTEGER NOT NULL REFERENCES use (job),
  item INTEGER NOT NULL REFERENCES item (id),
  part TEXT CHECK (part IN ('key', 'supporting', 'misleading', 'unrelated')),  -- NULL: in none
  PRIMARY KEY (job, item)
) STRICT, WITHOUT ROWID;
CREATE INDEX use_item_by_item ON use_item (item);
-- Each change of a relation's weight by a use (R-50), so that it can be looked at, and taken back: what later uses changed is replayed.
CREATE TABLE reweighing (
  id         INTEGER PRIMARY KEY,
  job        INTEGER NOT NULL REFERENCES use (job),
  relation   INTEGER NOT NULL REFERENCES relation (id),
  action     TEXT NOT NULL CHECK (action IN ('add', 'strengthen', 'weaken')),  -- as decided: an add of what stands strengthens (R-45)
  confidence REAL NOT NULL CHECK (confidence BETWEEN 0 AND 1),
  eta_add REAL NOT NULL, eta_strengthen REAL NOT NULL, eta_weaken REAL NOT NULL, floor REAL NOT NULL,  -- the rule then in force
  old        REAL,                              -- weight before; NULL: the relation was made by it
  new        REAL,                              -- weight after; NULL: since an earlier change was taken back, there is nothing to change
  changed_at INTEGER NOT NULL
) STRICT;
CREATE INDEX reweighing_by_job ON reweighing (job);
CREATE INDEX reweighing_by_relation ON reweighing (relation);

-- Each call of a language model: what for, what it cost, what went wrong. Texts are kept for a set time, counts for ever.
CREATE TABLE llm_call (
  id            INTEGER PRIMARY KEY,
  space         INTEGER NOT NULL REFERENCES space (id),
  purpose       TEXT NOT NULL,
  model         TEXT NOT NULL,
  prompt_hash   BLOB NOT NULL,                  -- keyed
  prompt        TEXT,                           -- NULL: its time is over, or it was erased
  reply         TEXT,
  tokens_in     INTEGER NOT NULL DEFAULT 0,
  tokens_cached INTEGER NOT NULL DEFAULT 0,
  tokens_out    INTEGER NOT NULL DEFAULT 0,
  cost_usd      REAL,                           -- NULL: the price is not known
  started_at    INTEGER NOT NULL,
  took_ms       INTEGER NOT NULL DEFAULT 0,
  fault         TEXT                            -- kind of fault, never content; NULL: none
) STRICT;
CREATE INDEX llm_call_by_time ON llm_call (space, started_at);
CREATE INDEX llm_call_texts ON llm_call (started_at) WHERE prompt IS NOT NULL;
-- Which items a call was shown: its ordinals, and the way by which forgetting finds the call.
CREATE TABLE llm_call_item (
  llm_call INTEGER NOT NULL REFERENCES llm_call (id),
  ordinal  INTEGER NOT NULL,
  item     INTEGER NOT NULL REFERENCES item (id),
  PRIMARY KEY (llm_call, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX llm_call_item_by_item ON llm_call_item (item);

-- Long work on record: a night, a reconsolidation, an import, a re-embedding. Ids and numbers, never text of the user's.
CREATE TABLE job (
  id         INTEGER PRIMARY KEY,
  uid        INTEGER NOT NULL UNIQUE,
  space      INTEGER REFERENCES space (id),     -- NULL: the whole file
  kind       TEXT NOT NULL,
  state      TEXT NOT NULL CHECK (state IN ('running', 'done', 'partial', 'failed', 'undone')),
  epoch      INTEGER NOT NULL DEFAULT 0,        -- raised at each take-over: a holder of an older one must stop
  lease_by   TEXT,
  lease_until INTEGER,
  started_at INTEGER NOT NULL,
  ended_at   INTEGER,                           -- NULL: not yet
  fault      TEXT,                              -- kind of fault; NULL: none
  batch      TEXT                               -- a model's name for calls that are under way together; NULL: none
) STRICT;
-- What a night set out to ask: about a cluster of fresh beliefs, a node whose evidence was superseded ('revisit'), a schema's behaviour
-- ('description'), schemas that collide ('collision'). An interrupted night goes on with the same ones, and what was answered is not asked
-- again of the same mind while nothing is new about it.
CREATE TABLE question (
  job      INTEGER NOT NULL REFERENCES job (id),
  number   INTEGER NOT NULL,                    -- the order of asking, from 1
  kind     TEXT NOT NULL CHECK (kind IN ('cluster', 'revisit', 'description', 'collision')),
  state    TEXT NOT NULL CHECK (state IN ('open', 'answered', 'failed')),
  decision INTEGER REFERENCES decision (id),    -- NULL: not answered
  PRIMARY KEY (job, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE question_item (
  job    INTEGER NOT NULL,
  number INTEGER NOT NULL,
  item   INTEGER NOT NULL REFERENCES item (id), -- a belief or a node
  PRIMARY KEY (job, number, item),
  FOREIGN KEY (job, number) REFERENCES question (job, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX question_item_by_item ON question_item (item);
CREATE TABLE job_count (
  job   INTEGER NOT NULL REFERENCES job (id),
  name  TEXT NOT NULL,                          -- 'clusters', 'llm_calls', 'refused' ...
  value INTEGER NOT NULL,
  PRIMARY KEY (job, name)
) STRICT, WITHOUT ROWID;
-- What a job changed, so that it can be taken back. Actions: 'word' and 'withdraw' (item a wording, other its belief), 'cite' and
-- 'uncite' (item a wording, other a raw input, old and new the quote's start and end), 'context' and 'uncontext' (the same for a
-- question that an answer answers), 'supersedes' and 'superseded_by' (item a belief, old and new the pointer), 'pin' (item a
-- belief), 'relate' and 'close' (item a relation), 'summarise' (item a summary); of a night 'node' (item a node that it made), 'evidence'
-- (item a node, other a belief, new the member that brought it), 'member' (item a core schema, other a schema), 'describe' (item a schema),
-- 'mark' (item a node, old and new the numbers of its states); 'merge' and 'part' (item an entity, other the one that it was taken to be).
CREATE TABLE change (
  id         INTEGER PRIMARY KEY,
  job        INTEGER REFERENCES job (id),
  decision   INTEGER REFERENCES decision (id),
  item       INTEGER NOT NULL REFERENCES item (id),
  other      INTEGER REFERENCES item (id),      -- the second item, where a change ties two; NULL: none
  action     TEXT NOT NULL,
  old        ANY,                               -- number before; NULL: there was none
  new        ANY,                               -- number after
  changed_at INTEGER NOT NULL
) STRICT;
CREATE INDEX change_by_job ON change (job);
CREATE INDEX change_by_item ON change (item);
CREATE INDEX change_by_other ON change (other) WHERE other IS NOT NULL;

-- That something was forgotten, without what: so that no export, merge or import brings it back (K29).
CREATE TABLE tombstone (
  uid           INTEGER PRIMARY KEY,            -- of the forgotten item
  space         INTEGER NOT NULL REFERENCES space (id),
  kind          TEXT NOT NULL,
  source_digest BLOB,                           -- keyed hash of (source, source key); NULL: it had none
  text_digest   BLOB,                           -- keyed hash of session, party, role, time and text; NULL: not a raw input
  forgotten_at  INTEGER NOT NULL
) STRICT;
CREATE INDEX tombstone_by_source ON tombstone (source_digest) WHERE source_digest IS NOT NULL;
CREATE INDEX tombstone_by_text ON tombstone (text_digest) WHERE text_digest IS NOT NULL;

-- The encoder that made this file's vectors (X-10). One row; a second one only while re-embedding.
CREATE TABLE encoder (
  id             INTEGER PRIMARY KEY,
  name           TEXT NOT NULL,
  digest         TEXT NOT NULL,                 -- sha256 of the files that determine its vectors
  width          INTEGER NOT NULL CHECK (width BETWEEN 8 AND 4096),
  query_prefix   TEXT NOT NULL,
  passage_prefix TEXT NOT NULL,
  state          TEXT NOT NULL CHECK (state IN ('current', 'next')),
  calibration    BLOB NOT NULL                  -- background distribution, centre and probe vectors, as the encoder room packs them
) STRICT;
CREATE UNIQUE INDEX encoder_by_state ON encoder (state);

-- PART costly

-- The meaning of an item, or a relation's description: int8 components times a scale. Passages, beliefs (their current
-- wording), summaries, nodes, relations. Kept by rebuild and upgrade.
CREATE TABLE vector (
  id     INTEGER PRIMARY KEY REFERENCES item (id),
  scale  REAL NOT NULL CHECK (scale > 0),
  digest BLOB NOT NULL CHECK (length(digest) = 8), -- keyed hash of the text it stands for
  code   BLOB NOT NULL                          -- int8[width]
) STRICT;
-- The behaviour of a schema (E_beh, D-36).
CREATE TABLE behaviour_vector (
  id     INTEGER PRIMARY KEY REFERENCES node (id),
  scale  REAL NOT NULL CHECK (scale > 0),
  digest BLOB NOT NULL CHECK (length(digest) = 8),
  code   BLOB NOT NULL
) STRICT;
-- Vectors by the next encoder, while a re-embedding is under way; they take the place of `vector` in one transaction.
CREATE TABLE vector_next (
  id     INTEGER PRIMARY KEY REFERENCES item (id),
  scale  REAL NOT NULL CHECK (scale > 0),
  digest BLOB NOT NULL CHECK (length(digest) = 8),
  code   BLOB NOT NULL
) STRICT;

-- PART derived

-- What is searched of a raw input: a stretch of it. The first passage has its raw input's id, further ones their own item.
CREATE TABLE passage (
  id       INTEGER PRIMARY KEY REFERENCES item (id),
  raw      INTEGER NOT NULL REFERENCES raw_input (id),
  part     INTEGER NOT NULL,                    -- 0 for the first
  start    INTEGER NOT NULL,                    -- first code point in the raw text
  "end"    INTEGER NOT NULL,                    -- one past the last
  previous INTEGER,                             -- the passage before it in the session; NULL: it is the first
  UNIQUE (raw, part)
) STRICT;
CREATE INDEX passage_by_previous ON passage (previous) WHERE previous IS NOT NULL;

-- Items whose text waits to be embedded: written with the text, removed with the vector.
CREATE TABLE unembedded (
  id INTEGER PRIMARY KEY REFERENCES item (id)
) STRICT;

-- Keyword indexes over a text that code prepares (pairs for scripts without spaces), contentless: the words stand nowhere else.
CREATE VIRTUAL TABLE passage_fts USING fts5 (body, content = '', tokenize = 'porter unicode61 remove_diacritics 2 categories ''L* N* Co M*''');
CREATE VIRTUAL TABLE belief_fts USING fts5 (body, content = '', tokenize = 'porter unicode61 remove_diacritics 2 categories ''L* N* Co M*''');
CREATE VIRTUAL TABLE summary_fts USING fts5 (body, content = '', tokenize = 'porter unicode61 remove_diacritics 2 categories ''L* N* Co M*''');

-- Coarse vector indexes: the signs of a vector's components less the encoder's centre, a bit each; the space is the partition.
-- {width} is the encoder's width rounded up to whole bytes.
CREATE VIRTUAL TABLE passage_vec USING vec0 (id integer primary key, space integer partition key, code bit[{width}], chunk_size = 256);
CREATE VIRTUAL TABLE belief_vec USING vec0 (id integer primary key, space integer partition key, live boolean, code bit[{width}], chunk_size = 256);
CREATE VIRTUAL TABLE summary_vec USING vec0 (id integer primary key, space integer partition key, code bit[{width}], chunk_size = 256);
CREATE VIRTUAL TABLE node_vec USING vec0 (id integer primary key, space integer partition key, code bit[{width}], chunk_size = 256);
-- vec0 has no index on its partition: without these, finding the chunks of one space reads the chunks of all.
CREATE INDEX passage_vec_by_space ON passage_vec_chunks (partition00);
CREATE INDEX belief_vec_by_space ON belief_vec_chunks (partition00);
CREATE INDEX summary_vec_by_space ON summary_vec_chunks (partition00);
CREATE INDEX node_vec_by_space ON node_vec_chunks (partition00);

-- The latest changes of the coarse indexes, so that codes held in memory follow without being built anew; bounded in number.
CREATE TABLE code_change (
  space INTEGER NOT NULL,
  name  TEXT NOT NULL,                          -- which index
  n     INTEGER NOT NULL,
  id    INTEGER NOT NULL,                       -- the row that came, changed or went
  PRIMARY KEY (space, name, n)
) STRICT, WITHOUT ROWID;

-- PART views

-- Faces of the tables for people who open the file with the sqlite3 shell. Times are shown as ISO 8601 in UTC.
CREATE VIEW current_wording AS
  SELECT w.belief, w.id AS wording, w.number, w.text FROM wording AS w
  WHERE w.number = (SELECT max(number) FROM wording WHERE belief = w.belief AND withdrawn_by IS NULL);
CREATE VIEW fact AS
  SELECT b.id, s.name AS space, w.text, b.type, p.name AS about, b.subject, b.attribute, b.domain, b.salience,
         strftime('%FT%TZ', b.said_at / 1000, 'unixepoch') AS said, b.superseded_by IS NULL AS is_current, b.supersedes, b.superseded_by
  FROM belief AS b JOIN current_wording AS w ON w.belief = b.id JOIN space AS s ON s.id = b.id >> 32 LEFT JOIN party AS p ON p.id = b.party
  WHERE b.kind = 'fact';
CREATE VIEW identity_item AS
  SELECT b.id, s.name AS space, w.text, p.name AS about, b.subject, b.attribute, b.domain, b.salience, coalesce(b.pin, b.is_core) AS is_core,
         strftime('%FT%TZ', b.said_at / 1000, 'unixepoch') AS said, b.superseded_by IS NULL AS is_current, b.supersedes, b.superseded_by
  FROM belief AS b JOIN current_wording AS w ON w.belief = b.id JOIN space AS s ON s.id = b.id >> 32 LEFT JOIN party AS p ON p.id = b.party
  WHERE b.kind = 'identity';
CREATE VIEW "schema" AS
  SELECT n.id, s.name AS space, n.domain, n.text, n.behaviour, n.confidence, n.state, (SELECT count(*) FROM evidence WHERE node = n.id) AS evidence
  FROM node AS n JOIN space AS s ON s.id = n.id >> 32 WHERE n.kind = 'schema';
CREATE VIEW core_schema AS
  SELECT n.id, s.name AS space, n.text, n.confidence, n.state, (SELECT count(*) FROM member WHERE core = n.id) AS members
  FROM node AS n JOIN space AS s ON s.id = n.id >> 32 WHERE n.kind = 'core_schema';
CREATE VIEW intention AS
  SELECT n.id, s.name AS space, n.domain, n.text, n.trigger_text AS cue, strftime('%FT%TZ', n.due_from / 1000, 'unixepoch') AS due_from,
         strftime('%FT%TZ', n.due_until / 1000, 'unixepoch') AS due_until, n.confidence, n.state
  FROM node AS n JOIN space AS s ON s.id = n.id >> 32 WHERE n.kind = 'intention';
-- Every belief with its place in its chain: head is the chain's first state, step counts from 1. Safe on a cycle: a walk from a
-- first state can't enter one.
CREATE VIEW chain AS
  WITH RECURSIVE walk (head, id, step) AS (
    SELECT id, id, 1 FROM belief WHERE supersedes IS NULL
    UNION ALL
    SELECT walk.head, b.id, walk.step + 1 FROM walk JOIN belief AS b ON b.supersedes = walk.id WHERE walk.step < 1000)
  SELECT walk.head, walk.step, walk.id, w.text, strftime('%FT%TZ', coalesce(b.holds_from, b.said_at) / 1000, 'unixepoch') AS since,
         b.superseded_by IS NULL AS is_current
  FROM walk JOIN belief AS b ON b.id = walk.id JOIN current_wording AS w ON w.belief = b.id;
-- Every edge of the graph, seen from both ends where the predicate is bidirectional; a supersedes pointer shows with weight 1 (X-06).
CREATE VIEW edge AS
  SELECT id, source, target, layer, predicate, description, weight, closed_at IS NOT NULL AS is_closed FROM relation
  UNION ALL
  SELECT id, target, source, layer, predicate, description, weight, closed_at IS NOT NULL FROM relation
  WHERE predicate IN ('contradicts', 'correlates', 'analogous_to')
  UNION ALL
  SELECT NULL, b.id, b.supersedes, 'associative', 'supersedes', w.text, 1.0, 0
  FROM belief AS b JOIN current_wording AS w ON w.belief = b.id WHERE b.supersedes IS NOT NULL
  UNION ALL
  SELECT NULL, node, belief, 'taxonomic', 'evidence', '', 1.0, 0 FROM evidence
  UNION ALL
  SELECT NULL, core, schema, 'taxonomic', 'member', '', 1.0, 0 FROM member;
