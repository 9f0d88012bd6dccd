-- What the migrations come to: read from the catalogue of a freshly migrated database by `npm run generate`.
-- Do not edit. Weekly partitions of a partitioned table are left out; the worker makes and drops them.

CREATE EXTENSION pg_trgm;

GRANT USAGE ON SCHEMA public TO PUBLIC;
GRANT USAGE ON SCHEMA public TO cardwright_service;

CREATE TABLE accounts (
  id uuid NOT NULL,
  name text NOT NULL,
  holder_name text NOT NULL,
  billing_address jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  require_two_factor boolean NOT NULL DEFAULT false,
  CONSTRAINT accounts_pk PRIMARY KEY (id)
);
GRANT INSERT, SELECT, UPDATE ON accounts TO cardwright_service;

CREATE TABLE activity_cursors (
  bucket smallint NOT NULL,
  workspace_id uuid NOT NULL,
  sequence bigint NOT NULL,
  CONSTRAINT activity_cursors_pk PRIMARY KEY (bucket, workspace_id)
) WITH (fillfactor=50);
GRANT INSERT, SELECT, UPDATE ON activity_cursors TO cardwright_service;

CREATE TABLE address_keys (
  network smallint NOT NULL,
  key_id text NOT NULL,
  next_index bigint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT address_keys_pk PRIMARY KEY (network, key_id),
  CONSTRAINT address_keys_index_ck CHECK ((next_index >= 0)),
  CONSTRAINT address_keys_network_ck CHECK ((network = ANY (ARRAY[1, 2, 3])))
);
GRANT INSERT, SELECT, UPDATE ON address_keys TO cardwright_service;

CREATE TABLE api_keys (
  hash bytea NOT NULL,
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  environment smallint NOT NULL,
  name text NOT NULL,
  hint text NOT NULL,
  read_only boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  created_by uuid,
  kind smallint NOT NULL DEFAULT 1,
  scopes text[],
  card_ids uuid[],
  own_cards boolean NOT NULL DEFAULT false,
  budget_cents bigint,
  budget_window smallint,
  expires_at timestamp with time zone,
  ip_allow text[],
  scope_uses jsonb NOT NULL DEFAULT '{}'::jsonb,
  spend_policy jsonb,
  CONSTRAINT api_keys_pk PRIMARY KEY (hash),
  CONSTRAINT api_keys_id_uq UNIQUE (id),
  CONSTRAINT api_keys_route_fk FOREIGN KEY (account_id, environment) REFERENCES workspace_routes(account_id, environment)
);
GRANT INSERT, SELECT, UPDATE ON api_keys TO cardwright_service;

CREATE TABLE audit_chains (
  bucket smallint NOT NULL,
  lineage_id uuid NOT NULL,
  sequence bigint NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT audit_chains_pk PRIMARY KEY (bucket, lineage_id)
);
GRANT INSERT, SELECT ON audit_chains TO cardwright_service;
GRANT UPDATE (sequence, hash) ON audit_chains TO cardwright_service;

CREATE TABLE audit_log (
  bucket smallint NOT NULL,
  lineage_id uuid NOT NULL,
  sequence bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  origin text NOT NULL,
  request_id text NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT audit_log_pk PRIMARY KEY (bucket, lineage_id, sequence)
);
CREATE INDEX audit_log_action_ix ON public.audit_log USING btree (bucket, lineage_id, action, sequence);
CREATE INDEX audit_log_actor_ix ON public.audit_log USING btree (bucket, lineage_id, actor, sequence);
GRANT INSERT, SELECT ON audit_log TO cardwright_service;

CREATE TABLE audit_sealing (
  id smallint NOT NULL,
  at timestamp with time zone NOT NULL,
  chains integer NOT NULL,
  entries bigint NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT audit_sealing_pk PRIMARY KEY (id),
  CONSTRAINT audit_sealing_one_ck CHECK ((id = 1))
);
GRANT INSERT, SELECT ON audit_sealing TO cardwright_service;

CREATE TABLE bins (
  id text NOT NULL,
  "position" integer NOT NULL,
  prefix text NOT NULL,
  length smallint NOT NULL,
  network text NOT NULL,
  type text NOT NULL,
  issuer_country text NOT NULL,
  apple_pay boolean NOT NULL,
  google_pay boolean NOT NULL,
  max_transaction_cents bigint NOT NULL,
  max_monthly_cents bigint NOT NULL,
  acceptance_rate double precision NOT NULL,
  best_for text[] NOT NULL,
  permutation_version integer NOT NULL,
  retired boolean NOT NULL DEFAULT false,
  processor text NOT NULL DEFAULT 'sandbox'::text,
  environment smallint NOT NULL DEFAULT 1,
  CONSTRAINT bins_pk PRIMARY KEY (id),
  CONSTRAINT bins_prefix_uq UNIQUE (prefix)
);
GRANT SELECT ON bins TO cardwright_service;

CREATE TABLE buckets (
  bucket smallint NOT NULL,
  CONSTRAINT buckets_pk PRIMARY KEY (bucket),
  CONSTRAINT buckets_bucket_ck CHECK (((bucket >= 0) AND (bucket <= 255)))
);
GRANT SELECT ON buckets TO cardwright_service;

CREATE TABLE card_history (
  bucket smallint NOT NULL,
  card_id uuid NOT NULL,
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  type smallint NOT NULL,
  amount_cents bigint,
  reason text,
  actor text,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT card_history_pk PRIMARY KEY (bucket, card_id, id),
  CONSTRAINT card_history_card_fk FOREIGN KEY (bucket, card_id) REFERENCES cards(bucket, id),
  CONSTRAINT card_history_type_ck CHECK (((type >= 1) AND (type <= 12))) NOT VALID
);
GRANT INSERT, SELECT ON card_history TO cardwright_service;

CREATE TABLE card_issuances (
  bucket smallint NOT NULL,
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  processor text NOT NULL,
  request_key uuid,
  fingerprint uuid,
  amount_cents bigint NOT NULL,
  settings jsonb NOT NULL,
  actor text,
  issue_key uuid NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_try_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT card_issuances_pk PRIMARY KEY (bucket, id),
  CONSTRAINT card_issuances_amount_ck CHECK ((amount_cents >= 0)) NOT VALID
);
CREATE INDEX card_issuances_due_ix ON public.card_issuances USING btree (next_try_at);
CREATE UNIQUE INDEX card_issuances_request_uq ON public.card_issuances USING btree (bucket, workspace_id, request_key);
GRANT DELETE, INSERT, SELECT, UPDATE ON card_issuances TO cardwright_service;

CREATE TABLE card_merchants (
  bucket smallint NOT NULL,
  card_id uuid NOT NULL,
  merchant text NOT NULL,
  workspace_id uuid NOT NULL,
  CONSTRAINT card_merchants_pk PRIMARY KEY (bucket, card_id, merchant)
);
GRANT INSERT, SELECT ON card_merchants TO cardwright_service;

CREATE TABLE card_number_routes (
  number_index bytea NOT NULL,
  bucket smallint NOT NULL,
  workspace_id uuid NOT NULL,
  card_id uuid NOT NULL,
  CONSTRAINT card_number_routes_pk PRIMARY KEY (number_index)
);
CREATE INDEX card_number_routes_card_ix ON public.card_number_routes USING btree (bucket, card_id);
GRANT INSERT, SELECT ON card_number_routes TO cardwright_service;

CREATE TABLE card_owners (
  bucket smallint NOT NULL,
  card_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  user_id uuid NOT NULL,
  set_at timestamp with time zone NOT NULL,
  CONSTRAINT card_owners_pk PRIMARY KEY (bucket, card_id)
);
CREATE INDEX card_owners_user_ix ON public.card_owners USING btree (bucket, workspace_id, user_id, card_id);
GRANT DELETE, INSERT, SELECT ON card_owners TO cardwright_service;
GRANT UPDATE (user_id, set_at) ON card_owners TO cardwright_service;

CREATE TABLE card_secrets (
  bucket smallint NOT NULL,
  card_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  number_sealed bytea NOT NULL,
  cvk_version integer NOT NULL,
  exp_month smallint NOT NULL,
  exp_year smallint NOT NULL,
  holder_name text NOT NULL,
  billing_address jsonb NOT NULL,
  CONSTRAINT card_secrets_pk PRIMARY KEY (bucket, card_id),
  CONSTRAINT card_secrets_card_fk FOREIGN KEY (bucket, card_id) REFERENCES cards(bucket, id)
);
GRANT INSERT, SELECT ON card_secrets TO cardwright_service;

CREATE TABLE card_templates (
  bucket smallint NOT NULL,
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  name text NOT NULL,
  bin_id text,
  spending_limit_cents bigint,
  auto_freeze_cents bigint,
  allowed_categories text[] NOT NULL,
  controls jsonb,
  metadata jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT card_templates_pk PRIMARY KEY (bucket, id)
);
CREATE INDEX card_templates_workspace_ix ON public.card_templates USING btree (bucket, workspace_id, created_at DESC);
GRANT DELETE, INSERT, SELECT, UPDATE ON card_templates TO cardwright_service;

CREATE TABLE cards (
  bucket smallint NOT NULL,
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  available_cents bigint NOT NULL DEFAULT 0,
  held_cents bigint NOT NULL DEFAULT 0,
  overdraft_cents bigint NOT NULL DEFAULT 0,
  spending_limit_cents bigint NOT NULL,
  month integer NOT NULL,
  month_used_cents bigint NOT NULL DEFAULT 0,
  total_spent_cents bigint NOT NULL DEFAULT 0,
  auto_freeze_cents bigint,
  authorization_count integer NOT NULL DEFAULT 0,
  settlement_count integer NOT NULL DEFAULT 0,
  refund_count integer NOT NULL DEFAULT 0,
  decline_count integer NOT NULL DEFAULT 0,
  status smallint NOT NULL,
  last_used_at timestamp with time zone,
  frozen_at timestamp with time zone,
  terminated_at timestamp with time zone,
  refunded_cents bigint,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  bin_id text NOT NULL,
  network text NOT NULL,
  last4 text NOT NULL,
  label text NOT NULL,
  allowed_categories text[] NOT NULL,
  metadata jsonb NOT NULL,
  controls jsonb,
  usage jsonb,
  replaces uuid,
  replaced_by uuid,
  pattern bytea,
  spend_request_id uuid,
  taken_after_end_cents bigint,
  CONSTRAINT cards_pk PRIMARY KEY (bucket, id),
  CONSTRAINT cards_workspace_fk FOREIGN KEY (bucket, workspace_id) REFERENCES workspaces(bucket, id),
  CONSTRAINT cards_available_ck CHECK ((available_cents >= 0)),
  CONSTRAINT cards_held_ck CHECK ((held_cents >= 0)),
  CONSTRAINT cards_month_used_ck CHECK ((month_used_cents >= 0)),
  CONSTRAINT cards_overdraft_ck CHECK ((overdraft_cents >= 0)),
  CONSTRAINT cards_overdraft_first_ck CHECK (((overdraft_cents = 0) OR (available_cents = 0))),
  CONSTRAINT cards_status_ck CHECK ((status = ANY (ARRAY[1, 2, 3]))),
  CONSTRAINT cards_terminated_ck CHECK (((status <> 3) OR ((available_cents = 0) AND (overdraft_cents = 0))))
) WITH (fillfactor=70);
CREATE INDEX cards_bin_ix ON public.cards USING btree (bucket, workspace_id, bin_id, created_at DESC);
CREATE INDEX cards_label_ix ON public.cards USING gin (label gin_trgm_ops);
CREATE INDEX cards_last4_ix ON public.cards USING btree (last4, bucket, workspace_id, created_at DESC);
CREATE INDEX cards_newest_ix ON public.cards USING btree (bucket, workspace_id, created_at DESC);
CREATE INDEX cards_status_ix ON public.cards USING btree (bucket, workspace_id, status, created_at DESC);
GRANT INSERT, SELECT, UPDATE ON cards TO cardwright_service;

CREATE TABLE chain_arrivals (
  network smallint NOT NULL,
  currency smallint NOT NULL,
  tx_hash text NOT NULL,
  output_index integer NOT NULL,
  address text NOT NULL,
  amount_base numeric(78,0) NOT NULL,
  bucket smallint NOT NULL,
  workspace_id uuid NOT NULL,
  deposit_id uuid,
  state smallint NOT NULL,
  block_height bigint,
  block_hash text,
  missing_since timestamp with time zone,
  seen_at timestamp with time zone NOT NULL,
  held_because text,
  held_since timestamp with time zone,
  released_base numeric(78,0),
  credited_at timestamp with time zone,
  credited_cents bigint,
  CONSTRAINT chain_arrivals_pk PRIMARY KEY (network, currency, tx_hash, output_index),
  CONSTRAINT chain_arrivals_block_ck CHECK (((block_height IS NULL) = (block_hash IS NULL))),
  CONSTRAINT chain_arrivals_credited_ck CHECK (((credited_at IS NULL) = (credited_cents IS NULL))),
  CONSTRAINT chain_arrivals_held_ck CHECK (((held_because IS NULL) = (held_since IS NULL))),
  CONSTRAINT chain_arrivals_missing_ck CHECK (((missing_since IS NULL) OR (block_height IS NULL))),
  CONSTRAINT chain_arrivals_state_ck CHECK ((state = ANY (ARRAY[1, 2, 3, 4, 5])))
);
CREATE INDEX chain_arrivals_address_ix ON public.chain_arrivals USING btree (network, address, block_height);
CREATE INDEX chain_arrivals_block_ix ON public.chain_arrivals USING btree (network, block_height) WHERE (block_height IS NOT NULL);
CREATE INDEX chain_arrivals_credited_ix ON public.chain_arrivals USING btree (credited_at) WHERE (credited_at IS NOT NULL);
CREATE INDEX chain_arrivals_held_ix ON public.chain_arrivals USING btree (held_since) WHERE (held_because IS NOT NULL);
CREATE INDEX chain_arrivals_missing_ix ON public.chain_arrivals USING btree (network, missing_since) WHERE (missing_since IS NOT NULL);
CREATE INDEX chain_arrivals_unmined_ix ON public.chain_arrivals USING btree (network, tx_hash) WHERE ((block_height IS NULL) AND (state < 4));
CREATE INDEX chain_arrivals_waiting_ix ON public.chain_arrivals USING btree (network, block_height) WHERE (state = 1);
GRANT INSERT, SELECT, UPDATE ON chain_arrivals TO cardwright_service;

CREATE TABLE chain_balances (
  network smallint NOT NULL,
  address text NOT NULL,
  balance_base numeric(78,0) NOT NULL,
  nonce bigint NOT NULL,
  CONSTRAINT chain_balances_pk PRIMARY KEY (network, address)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON chain_balances TO cardwright_service;

CREATE TABLE chain_blocks (
  network smallint NOT NULL,
  height bigint NOT NULL,
  hash text NOT NULL,
  CONSTRAINT chain_blocks_pk PRIMARY KEY (network, height)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON chain_blocks TO cardwright_service;

CREATE TABLE chain_cursors (
  network smallint NOT NULL,
  chain_id text NOT NULL,
  height bigint NOT NULL,
  hash text NOT NULL,
  tip_height bigint NOT NULL,
  lease_owner uuid,
  lease_until timestamp with time zone,
  rescan_from bigint,
  halted text,
  untraced_from bigint,
  untraced_to bigint,
  reconciled_to bigint,
  last_error text,
  last_error_at timestamp with time zone,
  moved_at timestamp with time zone NOT NULL,
  CONSTRAINT chain_cursors_pk PRIMARY KEY (network),
  CONSTRAINT chain_cursors_network_ck CHECK ((network = ANY (ARRAY[1, 2, 3])))
);
GRANT INSERT, SELECT, UPDATE ON chain_cursors TO cardwright_service;

CREATE TABLE currency_prices (
  currency smallint NOT NULL,
  rate_micros bigint NOT NULL,
  sources jsonb NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT currency_prices_pk PRIMARY KEY (currency),
  CONSTRAINT currency_prices_rate_ck CHECK ((rate_micros > 0))
);
GRANT INSERT, SELECT, UPDATE ON currency_prices TO cardwright_service;

CREATE TABLE daily_totals (
  bucket smallint NOT NULL,
  workspace_id uuid NOT NULL,
  day date NOT NULL,
  type smallint NOT NULL,
  mcc text NOT NULL,
  decline_reason smallint NOT NULL,
  count bigint NOT NULL,
  spent_cents bigint NOT NULL,
  CONSTRAINT daily_totals_pk PRIMARY KEY (bucket, workspace_id, day, type, mcc, decline_reason),
  CONSTRAINT daily_totals_count_ck CHECK ((count > 0)),
  CONSTRAINT daily_totals_type_ck CHECK ((type = ANY (ARRAY[1, 2, 3, 4])))
) WITH (fillfactor=70);
GRANT INSERT, SELECT, UPDATE ON daily_totals TO cardwright_service;

CREATE TABLE data_keys (
  id integer NOT NULL,
  purpose text NOT NULL,
  wrapped bytea NOT NULL,
  master_version integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT data_keys_pk PRIMARY KEY (id)
);
GRANT INSERT, SELECT ON data_keys TO cardwright_service;
GRANT UPDATE (wrapped, master_version) ON data_keys TO cardwright_service;

CREATE TABLE decision_attempts (
  bucket smallint NOT NULL,
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  hook_id uuid NOT NULL,
  decision_id uuid NOT NULL,
  card_id uuid,
  authorization_id uuid,
  amount_cents bigint NOT NULL,
  merchant text NOT NULL,
  outcome smallint NOT NULL,
  fallback smallint,
  response_status smallint,
  duration_ms integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  response_body text,
  error text,
  CONSTRAINT decision_attempts_pk PRIMARY KEY (bucket, workspace_id, id),
  CONSTRAINT decision_attempts_fallback_ck CHECK (((fallback = ANY (ARRAY[1, 2])) AND ((fallback IS NULL) = (outcome = ANY (ARRAY[1, 2]))))),
  CONSTRAINT decision_attempts_outcome_ck CHECK (((outcome >= 1) AND (outcome <= 5)))
) PARTITION BY RANGE (id);
CREATE INDEX decision_attempts_card_ix ON ONLY public.decision_attempts USING btree (bucket, workspace_id, card_id, id);
CREATE INDEX decision_attempts_outcome_ix ON ONLY public.decision_attempts USING btree (bucket, workspace_id, outcome, id);
GRANT INSERT, SELECT ON decision_attempts TO cardwright_service;

CREATE TABLE decision_hooks (
  bucket smallint NOT NULL,
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  url text NOT NULL,
  timeout_ms smallint NOT NULL,
  on_timeout smallint NOT NULL,
  active boolean NOT NULL,
  card_ids jsonb,
  secret_sealed bytea NOT NULL,
  previous_secret bytea,
  previous_secret_until timestamp with time zone,
  open_until timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  long_timeout_ms integer,
  CONSTRAINT decision_hooks_pk PRIMARY KEY (bucket, workspace_id),
  CONSTRAINT decision_hooks_cards_ck CHECK ((jsonb_typeof(card_ids) = 'array'::text)),
  CONSTRAINT decision_hooks_fallback_ck CHECK ((on_timeout = ANY (ARRAY[1, 2]))),
  CONSTRAINT decision_hooks_timeout_ck CHECK (((timeout_ms >= 200) AND (timeout_ms <= 2000)))
) WITH (fillfactor=50);
GRANT DELETE, INSERT, SELECT, UPDATE ON decision_hooks TO cardwright_service;

CREATE TABLE deposit_address_routes (
  network smallint NOT NULL,
  address text NOT NULL,
  bucket smallint NOT NULL,
  workspace_id uuid NOT NULL,
  CONSTRAINT deposit_address_routes_pk PRIMARY KEY (network, address)
);
GRANT INSERT, SELECT ON deposit_address_routes TO cardwright_service;

CREATE TABLE deposit_addresses (
  bucket smallint NOT NULL,
  workspace_id uuid NOT NULL,
  network smallint NOT NULL,
  address text NOT NULL,
  key_id text NOT NULL,
  key_index bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT deposit_addresses_pk PRIMARY KEY (bucket, workspace_id, network),
  CONSTRAINT deposit_addresses_workspace_fk FOREIGN KEY (bucket, workspace_id) REFERENCES workspaces(bucket, id),
  CONSTRAINT deposit_addresses_network_ck CHECK ((network = ANY (ARRAY[1, 2, 3])))
);
GRANT INSERT, SELECT ON deposit_addresses TO cardwright_service;

CREATE TABLE deposit_incidents (
  bucket smallint NOT NULL,
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  deposit_id uuid NOT NULL,
  kind smallint NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  closed_at timestamp with time zone,
  resolution text,
  CONSTRAINT deposit_incidents_pk PRIMARY KEY (bucket, id),
  CONSTRAINT deposit_incidents_closed_ck CHECK (((closed_at IS NULL) = (resolution IS NULL))),
  CONSTRAINT deposit_incidents_kind_ck CHECK ((kind = ANY (ARRAY[1, 2])))
);
CREATE UNIQUE INDEX deposit_incidents_open_uq ON public.deposit_incidents USING btree (bucket, deposit_id, kind) WHERE (closed_at IS NULL);
GRANT INSERT, SELECT, UPDATE ON deposit_incidents TO cardwright_service;

CREATE TABLE deposits (
  bucket smallint NOT NULL,
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  currency smallint NOT NULL,
  amount_base numeric(78,0) NOT NULL,
  amount_usd_cents bigint NOT NULL,
  fee_cents bigint NOT NULL,
  credited_cents bigint NOT NULL,
  status smallint NOT NULL,
  tx_hash text NOT NULL,
  output_index integer NOT NULL,
  confirmations integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  confirmed_at timestamp with time zone,
  expires_at timestamp with time zone NOT NULL,
  rate_micros bigint,
  price_sources jsonb,
  reversed_at timestamp with time zone,
  CONSTRAINT deposits_pk PRIMARY KEY (bucket, id),
  CONSTRAINT deposits_workspace_fk FOREIGN KEY (bucket, workspace_id) REFERENCES workspaces(bucket, id),
  CONSTRAINT deposits_confirmed_ck CHECK (((status = 2) = (confirmed_at IS NOT NULL))),
  CONSTRAINT deposits_reversed_ck CHECK (((reversed_at IS NULL) OR (status = 3))),
  CONSTRAINT deposits_status_ck CHECK ((status = ANY (ARRAY[1, 2, 3]))),
  CONSTRAINT deposits_sum_ck CHECK (((status = 3) OR (credited_cents = (amount_usd_cents - fee_cents))))
);
CREATE INDEX deposits_currency_ix ON public.deposits USING btree (bucket, workspace_id, currency, created_at DESC);
CREATE INDEX deposits_expiry_ix ON public.deposits USING btree (expires_at) WHERE (status = 1);
CREATE INDEX deposits_newest_ix ON public.deposits USING btree (bucket, workspace_id, created_at DESC);
CREATE UNIQUE INDEX deposits_output_uq ON public.deposits USING btree (bucket, workspace_id, currency, tx_hash, output_index) WHERE (reversed_at IS NULL);
CREATE INDEX deposits_pending_ix ON public.deposits USING btree (bucket, workspace_id, expires_at) WHERE (status = 1);
CREATE INDEX deposits_status_ix ON public.deposits USING btree (bucket, workspace_id, status, created_at DESC);
GRANT INSERT, SELECT, UPDATE ON deposits TO cardwright_service;

CREATE TABLE events (
  bucket smallint NOT NULL,
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  sequence bigint NOT NULL,
  type smallint NOT NULL,
  subject_id uuid,
  data text,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT events_pk PRIMARY KEY (bucket, workspace_id, sequence, id)
) PARTITION BY RANGE (id);
CREATE INDEX events_id_ix ON ONLY public.events USING brin (id) WITH (pages_per_range='16', autosummarize='on');
CREATE INDEX events_type_ix ON ONLY public.events USING btree (bucket, workspace_id, type, sequence) WHERE (type <> ALL (ARRAY[6, 8]));
GRANT INSERT, SELECT ON events TO cardwright_service;

CREATE TABLE hold_releases (
  bucket smallint NOT NULL,
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  authorization_id uuid NOT NULL,
  event smallint NOT NULL,
  amount_cents bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT hold_releases_pk PRIMARY KEY (bucket, id),
  CONSTRAINT hold_releases_hold_fk FOREIGN KEY (bucket, authorization_id) REFERENCES holds(bucket, id),
  CONSTRAINT hold_releases_event_ck CHECK ((event = ANY (ARRAY[1, 2])))
);
CREATE INDEX hold_releases_hold_ix ON public.hold_releases USING btree (bucket, authorization_id);
GRANT INSERT, SELECT ON hold_releases TO cardwright_service;

CREATE TABLE holds (
  bucket smallint NOT NULL,
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  card_id uuid NOT NULL,
  held_cents bigint NOT NULL,
  month integer NOT NULL,
  counted_cents bigint NOT NULL,
  status smallint NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  usage jsonb,
  created_at timestamp with time zone,
  authorized_cents bigint,
  settled_cents bigint,
  refunded_cents bigint,
  CONSTRAINT holds_pk PRIMARY KEY (bucket, id),
  CONSTRAINT holds_closed_ck CHECK (((status = 1) OR (held_cents = 0))),
  CONSTRAINT holds_counted_ck CHECK ((counted_cents >= 0)),
  CONSTRAINT holds_held_ck CHECK ((held_cents >= 0)),
  CONSTRAINT holds_status_ck CHECK ((status = ANY (ARRAY[1, 2, 3, 4])))
) WITH (fillfactor=85);
CREATE INDEX holds_due_ix ON public.holds USING btree (bucket, workspace_id, expires_at) WHERE (status = 1);
CREATE INDEX holds_expiry_ix ON public.holds USING btree (expires_at) WHERE (status = 1);
CREATE INDEX holds_purchase_ix ON public.holds USING btree (bucket, workspace_id, (
CASE
    WHEN (refunded_cents > 0) THEN
    CASE
        WHEN ((refunded_cents >= settled_cents) AND (status <> 1)) THEN 7
        ELSE 6
    END
    WHEN (settled_cents > 0) THEN
    CASE
        WHEN (status = 1) THEN 3
        ELSE 2
    END
    WHEN (status = 3) THEN 4
    WHEN (status = 4) THEN 5
    ELSE (status)::integer
END), created_at DESC, id DESC) WHERE (created_at IS NOT NULL);
CREATE INDEX holds_unsummed_ix ON public.holds USING btree (bucket, id) WHERE (created_at IS NULL);
GRANT INSERT, SELECT, UPDATE ON holds TO cardwright_service;

CREATE TABLE idempotency_keys (
  bucket smallint NOT NULL,
  workspace_id uuid NOT NULL,
  key_hash uuid NOT NULL,
  fingerprint uuid NOT NULL,
  status smallint NOT NULL,
  sealed boolean NOT NULL,
  answer bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT idempotency_keys_pk PRIMARY KEY (bucket, workspace_id, key_hash)
);
CREATE INDEX idempotency_keys_age_ix ON public.idempotency_keys USING btree (created_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON idempotency_keys TO cardwright_service;

CREATE TABLE key_budgets (
  bucket smallint NOT NULL,
  workspace_id uuid NOT NULL,
  key_id uuid NOT NULL,
  time_window smallint NOT NULL,
  period integer NOT NULL,
  used_cents bigint NOT NULL,
  automatic_day integer NOT NULL DEFAULT 0,
  automatic_cents bigint NOT NULL DEFAULT 0,
  counted_since timestamp with time zone,
  CONSTRAINT key_budgets_pk PRIMARY KEY (bucket, workspace_id, key_id),
  CONSTRAINT key_budgets_used_ck CHECK ((used_cents >= 0))
);
GRANT INSERT, SELECT, UPDATE ON key_budgets TO cardwright_service;

CREATE TABLE key_cards (
  bucket smallint NOT NULL,
  card_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  key_id uuid NOT NULL,
  CONSTRAINT key_cards_pk PRIMARY KEY (bucket, card_id)
);
CREATE INDEX key_cards_key_ix ON public.key_cards USING btree (bucket, workspace_id, key_id, card_id);
GRANT INSERT, SELECT ON key_cards TO cardwright_service;

CREATE TABLE link_mails (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  mailbox bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT link_mails_pk PRIMARY KEY (id),
  CONSTRAINT link_mails_account_fk FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT link_mails_mailbox_ck CHECK ((length(mailbox) = 32))
);
CREATE INDEX link_mails_account_ix ON public.link_mails USING btree (account_id, created_at);
CREATE INDEX link_mails_age_ix ON public.link_mails USING btree (created_at);
CREATE INDEX link_mails_mailbox_ix ON public.link_mails USING btree (mailbox, created_at);
GRANT DELETE, INSERT, SELECT ON link_mails TO cardwright_service;

CREATE TABLE mail_outbox (
  id uuid NOT NULL,
  user_id uuid,
  recipient text NOT NULL,
  occasion text NOT NULL,
  content_sealed bytea,
  attempts smallint NOT NULL DEFAULT 0,
  next_attempt_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT mail_outbox_pk PRIMARY KEY (id),
  CONSTRAINT mail_outbox_occasion_uq UNIQUE (occasion),
  CONSTRAINT mail_outbox_user_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX mail_outbox_age_ix ON public.mail_outbox USING btree (created_at);
CREATE INDEX mail_outbox_due_ix ON public.mail_outbox USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX mail_outbox_user_ix ON public.mail_outbox USING btree (user_id, created_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON mail_outbox TO cardwright_service;

CREATE TABLE merchants (
  bucket smallint NOT NULL,
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  name text NOT NULL,
  mcc text NOT NULL,
  country text NOT NULL,
  network_id text,
  city text,
  CONSTRAINT merchants_pk PRIMARY KEY (bucket, id),
  CONSTRAINT merchants_workspace_fk FOREIGN KEY (bucket, workspace_id) REFERENCES workspaces(bucket, id)
);
CREATE INDEX merchants_mcc_ix ON public.merchants USING btree (bucket, mcc, workspace_id);
CREATE INDEX merchants_name_ix ON public.merchants USING gin (name gin_trgm_ops);
GRANT INSERT, SELECT ON merchants TO cardwright_service;

CREATE TABLE notification_cursors (
  bucket smallint NOT NULL,
  workspace_id uuid NOT NULL,
  event_sequence bigint NOT NULL,
  last_sequence bigint NOT NULL DEFAULT 0,
  low_wallet_cents bigint DEFAULT 10000,
  wallet_is_low boolean NOT NULL DEFAULT true,
  CONSTRAINT notification_cursors_pk PRIMARY KEY (bucket, workspace_id),
  CONSTRAINT notification_cursors_low_ck CHECK ((low_wallet_cents > 0))
) WITH (fillfactor=50);
GRANT DELETE, INSERT, SELECT, UPDATE ON notification_cursors TO cardwright_service;

CREATE TABLE notification_marks (
  bucket smallint NOT NULL,
  workspace_id uuid NOT NULL,
  user_id uuid NOT NULL,
  through bigint NOT NULL,
  read_at timestamp with time zone NOT NULL,
  CONSTRAINT notification_marks_pk PRIMARY KEY (bucket, workspace_id, user_id)
);
CREATE INDEX notification_marks_age_ix ON public.notification_marks USING btree (read_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON notification_marks TO cardwright_service;

CREATE TABLE notification_reads (
  bucket smallint NOT NULL,
  workspace_id uuid NOT NULL,
  user_id uuid NOT NULL,
  sequence bigint NOT NULL,
  read_at timestamp with time zone NOT NULL,
  CONSTRAINT notification_reads_pk PRIMARY KEY (bucket, workspace_id, user_id, sequence)
);
CREATE INDEX notification_reads_age_ix ON public.notification_reads USING btree (read_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON notification_reads TO cardwright_service;

CREATE TABLE notifications (
  bucket smallint NOT NULL,
  workspace_id uuid NOT NULL,
  sequence bigint NOT NULL,
  kind smallint NOT NULL,
  occasion text NOT NULL,
  subject_id uuid,
  facts jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT notifications_pk PRIMARY KEY (bucket, workspace_id, sequence),
  CONSTRAINT notifications_occasion_uq UNIQUE (bucket, workspace_id, occasion),
  CONSTRAINT notifications_kind_ck CHECK (((kind >= 1) AND (kind <= 4)))
);
CREATE INDEX notifications_age_ix ON public.notifications USING btree (created_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON notifications TO cardwright_service;

CREATE TABLE processor_authorizations (
  bucket smallint NOT NULL,
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  card_id uuid NOT NULL,
  processor text NOT NULL,
  reference text NOT NULL,
  hold_id uuid,
  answered smallint NOT NULL,
  version bigint NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  decided integer NOT NULL DEFAULT 0,
  requests integer NOT NULL DEFAULT 0,
  last_request_at timestamp with time zone,
  placed_by uuid,
  placed_cents bigint,
  compare_at timestamp with time zone,
  differs_since timestamp with time zone,
  outside_cents bigint,
  CONSTRAINT processor_authorizations_pk PRIMARY KEY (bucket, id),
  CONSTRAINT processor_authorizations_answer_ck CHECK ((answered = ANY (ARRAY[0, 1, 2, 3])))
);
CREATE INDEX processor_authorizations_card_ix ON public.processor_authorizations USING btree (bucket, card_id);
CREATE INDEX processor_authorizations_differ_ix ON public.processor_authorizations USING btree (processor) WHERE (differs_since IS NOT NULL);
CREATE INDEX processor_authorizations_due_ix ON public.processor_authorizations USING btree (processor, compare_at) WHERE (compare_at IS NOT NULL);
GRANT INSERT, SELECT, UPDATE ON processor_authorizations TO cardwright_service;

CREATE TABLE processor_card_routes (
  processor text NOT NULL,
  external_id text NOT NULL,
  bucket smallint NOT NULL,
  workspace_id uuid NOT NULL,
  card_id uuid NOT NULL,
  CONSTRAINT processor_card_routes_pk PRIMARY KEY (processor, external_id)
);
CREATE INDEX processor_card_routes_card_ix ON public.processor_card_routes USING btree (bucket, card_id);
GRANT INSERT, SELECT ON processor_card_routes TO cardwright_service;

CREATE TABLE processor_cards (
  bucket smallint NOT NULL,
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  processor text NOT NULL,
  external_id text NOT NULL,
  observed_state smallint NOT NULL,
  observed_at timestamp with time zone NOT NULL,
  push_at timestamp with time zone,
  push_attempts integer NOT NULL DEFAULT 0,
  differs_since timestamp with time zone,
  exp_month smallint NOT NULL,
  exp_year smallint NOT NULL,
  holder_name text NOT NULL,
  billing_address jsonb NOT NULL,
  unread_until timestamp with time zone,
  restriction text,
  CONSTRAINT processor_cards_pk PRIMARY KEY (bucket, id),
  CONSTRAINT processor_cards_state_ck CHECK ((observed_state = ANY (ARRAY[1, 2, 3])))
);
CREATE INDEX processor_cards_observed_ix ON public.processor_cards USING btree (observed_at) WHERE (observed_state <> 3);
CREATE INDEX processor_cards_push_by_ix ON public.processor_cards USING btree (processor, push_at) WHERE (push_at IS NOT NULL);
CREATE INDEX processor_cards_push_ix ON public.processor_cards USING btree (push_at) WHERE (push_at IS NOT NULL);
CREATE INDEX processor_cards_restricted_ix ON public.processor_cards USING btree (processor) WHERE (restriction IS NOT NULL);
GRANT INSERT, SELECT, UPDATE ON processor_cards TO cardwright_service;

CREATE TABLE processor_holder_keys (
  processor text NOT NULL,
  account_id uuid NOT NULL,
  holder_key uuid NOT NULL,
  CONSTRAINT processor_holder_keys_pk PRIMARY KEY (processor, account_id)
);
GRANT INSERT, SELECT, UPDATE ON processor_holder_keys TO cardwright_service;

CREATE TABLE processor_holders (
  processor text NOT NULL,
  account_id uuid NOT NULL,
  external_id text NOT NULL,
  disabled_reason text,
  past_due text[],
  CONSTRAINT processor_holders_pk PRIMARY KEY (processor, account_id)
);
GRANT INSERT, SELECT ON processor_holders TO cardwright_service;
GRANT UPDATE (disabled_reason, past_due) ON processor_holders TO cardwright_service;

CREATE TABLE processor_minutes (
  processor text NOT NULL,
  minute timestamp with time zone NOT NULL,
  what smallint NOT NULL,
  up_to_ms integer NOT NULL,
  times integer NOT NULL,
  CONSTRAINT processor_minutes_pk PRIMARY KEY (processor, minute, what, up_to_ms),
  CONSTRAINT processor_minutes_times_ck CHECK ((times > 0)),
  CONSTRAINT processor_minutes_what_ck CHECK ((what = ANY (ARRAY[1, 2, 3, 4])))
);
CREATE INDEX processor_minutes_age_ix ON public.processor_minutes USING btree (minute);
GRANT DELETE, INSERT, SELECT, UPDATE ON processor_minutes TO cardwright_service;

CREATE TABLE processor_parked (
  id uuid NOT NULL,
  processor text NOT NULL,
  card_ref text NOT NULL,
  reason text NOT NULL,
  body_sealed bytea NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  received_at timestamp with time zone NOT NULL,
  next_try_at timestamp with time zone NOT NULL,
  authorization_ref text,
  version bigint,
  CONSTRAINT processor_parked_pk PRIMARY KEY (id)
);
CREATE INDEX processor_parked_card_ix ON public.processor_parked USING btree (processor, card_ref);
CREATE INDEX processor_parked_due_ix ON public.processor_parked USING btree (next_try_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON processor_parked TO cardwright_service;

CREATE TABLE processor_posts (
  bucket smallint NOT NULL,
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  authorization_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  processor text NOT NULL,
  reference text NOT NULL,
  amount_cents bigint NOT NULL,
  posted_at timestamp with time zone NOT NULL,
  CONSTRAINT processor_posts_pk PRIMARY KEY (bucket, id)
);
CREATE INDEX processor_posts_authorization_ix ON public.processor_posts USING btree (bucket, authorization_id);
CREATE INDEX processor_posts_day_ix ON public.processor_posts USING btree (processor, posted_at);
GRANT INSERT, SELECT ON processor_posts TO cardwright_service;

CREATE TABLE processor_states (
  processor text NOT NULL,
  secrets_sealed bytea,
  connected_at timestamp with time zone,
  cursor text,
  polled_at timestamp with time zone,
  asked_at timestamp with time zone,
  balance_cents bigint,
  balance_at timestamp with time zone,
  news_read_at timestamp with time zone,
  held_cents bigint,
  holds_compared_at timestamp with time zone,
  enrolled_urls text[],
  first_polled_at timestamp with time zone,
  CONSTRAINT processor_states_pk PRIMARY KEY (processor)
);
GRANT INSERT, SELECT, UPDATE ON processor_states TO cardwright_service;

CREATE TABLE readiness_probes (
  filler bytea NOT NULL
);
GRANT INSERT ON readiness_probes TO cardwright_service;

CREATE TABLE receipt_usage (
  bucket smallint NOT NULL,
  workspace_id uuid NOT NULL,
  bytes bigint NOT NULL,
  CONSTRAINT receipt_usage_pk PRIMARY KEY (bucket, workspace_id),
  CONSTRAINT receipt_usage_bytes_ck CHECK ((bytes >= 0))
);
GRANT DELETE, INSERT, SELECT, UPDATE ON receipt_usage TO cardwright_service;

CREATE TABLE receipts (
  bucket smallint NOT NULL,
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  name text NOT NULL,
  media smallint NOT NULL,
  size_bytes integer NOT NULL,
  content bytea NOT NULL,
  added_by text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT receipts_pk PRIMARY KEY (bucket, id),
  CONSTRAINT receipts_media_ck CHECK (((media >= 1) AND (media <= 4))),
  CONSTRAINT receipts_size_ck CHECK ((((size_bytes >= 1) AND (size_bytes <= 5242880)) AND (size_bytes = octet_length(content))))
);
CREATE INDEX receipts_transaction_ix ON public.receipts USING btree (bucket, transaction_id, created_at);
CREATE INDEX receipts_workspace_ix ON public.receipts USING btree (bucket, workspace_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON receipts TO cardwright_service;

CREATE TABLE request_log (
  bucket smallint NOT NULL,
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  environment smallint NOT NULL,
  status smallint NOT NULL,
  duration_ms integer NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  error text,
  actor text NOT NULL,
  ip text NOT NULL,
  CONSTRAINT request_log_pk PRIMARY KEY (bucket, account_id, environment, id)
) PARTITION BY RANGE (id);
GRANT INSERT, SELECT ON request_log TO cardwright_service;

CREATE TABLE reveal_sessions (
  bucket smallint NOT NULL,
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  card_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  origin text NOT NULL,
  theme jsonb NOT NULL,
  actor text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  opened_at timestamp with time zone,
  for_person boolean NOT NULL DEFAULT false,
  CONSTRAINT reveal_sessions_pk PRIMARY KEY (bucket, id),
  CONSTRAINT reveal_sessions_hash_ck CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX reveal_sessions_card_ix ON public.reveal_sessions USING btree (bucket, card_id);
CREATE INDEX reveal_sessions_expiry_ix ON public.reveal_sessions USING btree (expires_at);
GRANT DELETE, INSERT, SELECT ON reveal_sessions TO cardwright_service;
GRANT UPDATE (opened_at) ON reveal_sessions TO cardwright_service;

CREATE TABLE rule_backtests (
  bucket smallint NOT NULL,
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  rule_id uuid NOT NULL,
  rule_version integer NOT NULL,
  from_time timestamp with time zone NOT NULL,
  to_time timestamp with time zone NOT NULL,
  status smallint NOT NULL,
  progress smallint NOT NULL,
  found jsonb NOT NULL,
  resume jsonb,
  attempts smallint NOT NULL DEFAULT 0,
  lease_owner uuid,
  lease_until timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  completed_at timestamp with time zone,
  CONSTRAINT rule_backtests_pk PRIMARY KEY (bucket, id),
  CONSTRAINT rule_backtests_status_ck CHECK ((status = ANY (ARRAY[1, 2, 3, 4])))
);
CREATE INDEX rule_backtests_open_ix ON public.rule_backtests USING btree (bucket, workspace_id, lease_until) WHERE (status = ANY (ARRAY[1, 2]));
CREATE INDEX rule_backtests_rule_ix ON public.rule_backtests USING btree (bucket, workspace_id, rule_id, id);
GRANT INSERT, SELECT, UPDATE ON rule_backtests TO cardwright_service;

CREATE TABLE rule_days (
  bucket smallint NOT NULL,
  workspace_id uuid NOT NULL,
  rule_id uuid NOT NULL,
  day date NOT NULL,
  matched bigint NOT NULL,
  acted bigint NOT NULL,
  CONSTRAINT rule_days_pk PRIMARY KEY (bucket, workspace_id, rule_id, day)
) WITH (fillfactor=50);
GRANT INSERT, SELECT, UPDATE ON rule_days TO cardwright_service;

CREATE TABLE rule_sets (
  bucket smallint NOT NULL,
  workspace_id uuid NOT NULL,
  version integer NOT NULL,
  rule_ids uuid[] NOT NULL,
  versions integer[] NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT rule_sets_pk PRIMARY KEY (bucket, workspace_id, version)
);
GRANT INSERT, SELECT ON rule_sets TO cardwright_service;

CREATE TABLE rule_versions (
  bucket smallint NOT NULL,
  workspace_id uuid NOT NULL,
  rule_id uuid NOT NULL,
  version integer NOT NULL,
  name text NOT NULL,
  action smallint NOT NULL,
  state smallint NOT NULL,
  conditions jsonb NOT NULL,
  card_ids uuid[],
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT rule_versions_pk PRIMARY KEY (bucket, workspace_id, rule_id, version),
  CONSTRAINT rule_versions_action_ck CHECK ((action = ANY (ARRAY[1, 2]))),
  CONSTRAINT rule_versions_state_ck CHECK ((state = ANY (ARRAY[1, 2, 3])))
);
GRANT INSERT, SELECT ON rule_versions TO cardwright_service;

CREATE TABLE rules (
  bucket smallint NOT NULL,
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  version integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  deleted_at timestamp with time zone,
  CONSTRAINT rules_pk PRIMARY KEY (bucket, id)
);
CREATE INDEX rules_workspace_ix ON public.rules USING btree (bucket, workspace_id) WHERE (deleted_at IS NULL);
GRANT INSERT, SELECT, UPDATE ON rules TO cardwright_service;

CREATE TABLE sandbox_rates (
  bucket smallint NOT NULL,
  workspace_id uuid NOT NULL,
  rates jsonb NOT NULL,
  CONSTRAINT sandbox_rates_pk PRIMARY KEY (bucket, workspace_id)
);
GRANT INSERT, SELECT, UPDATE ON sandbox_rates TO cardwright_service;

CREATE TABLE schema_migrations (
  version integer NOT NULL,
  name text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT schema_migrations_pk PRIMARY KEY (version)
);
GRANT SELECT ON schema_migrations TO cardwright_service;

CREATE TABLE sign_in_failures (
  subject bytea NOT NULL,
  failures integer NOT NULL,
  since timestamp with time zone NOT NULL,
  locked_until timestamp with time zone,
  CONSTRAINT sign_in_failures_pk PRIMARY KEY (subject)
);
CREATE INDEX sign_in_failures_since_ix ON public.sign_in_failures USING btree (since);
GRANT DELETE, INSERT, SELECT, UPDATE ON sign_in_failures TO cardwright_service;

CREATE TABLE spend_requests (
  bucket smallint NOT NULL,
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  key_id uuid,
  requested_by text NOT NULL,
  status smallint NOT NULL,
  amount_cents bigint NOT NULL,
  merchant jsonb NOT NULL,
  reason text NOT NULL,
  valid_for_s integer NOT NULL,
  metadata jsonb NOT NULL,
  decided_by text,
  decided_at timestamp with time zone,
  note text,
  card_id uuid,
  created_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone,
  ended_at timestamp with time zone,
  outcome smallint,
  outcome_note text,
  budget_period integer,
  CONSTRAINT spend_requests_pk PRIMARY KEY (bucket, id),
  CONSTRAINT spend_requests_amount_ck CHECK ((amount_cents > 0)),
  CONSTRAINT spend_requests_due_ck CHECK (((due_at IS NOT NULL) = (status = ANY (ARRAY[1, 2])))),
  CONSTRAINT spend_requests_outcome_ck CHECK (((outcome >= 1) AND (outcome <= 3))),
  CONSTRAINT spend_requests_status_ck CHECK (((status >= 1) AND (status <= 6)))
) WITH (fillfactor=80);
CREATE INDEX spend_requests_any_due_ix ON public.spend_requests USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX spend_requests_due_ix ON public.spend_requests USING btree (bucket, workspace_id, due_at, id) WHERE (due_at IS NOT NULL);
CREATE INDEX spend_requests_key_ix ON public.spend_requests USING btree (bucket, workspace_id, key_id, created_at DESC, id DESC) WHERE (key_id IS NOT NULL);
CREATE INDEX spend_requests_key_status_ix ON public.spend_requests USING btree (bucket, workspace_id, key_id, status, created_at DESC, id DESC) WHERE (key_id IS NOT NULL);
CREATE INDEX spend_requests_list_ix ON public.spend_requests USING btree (bucket, workspace_id, created_at DESC, id DESC);
CREATE INDEX spend_requests_status_ix ON public.spend_requests USING btree (bucket, workspace_id, status, created_at DESC, id DESC);
GRANT INSERT, SELECT, UPDATE ON spend_requests TO cardwright_service;

CREATE TABLE three_ds_challenges (
  bucket smallint NOT NULL,
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  card_id uuid NOT NULL,
  merchant text NOT NULL,
  amount_cents bigint NOT NULL,
  otp_sealed bytea,
  attempts smallint NOT NULL DEFAULT 0,
  status smallint NOT NULL,
  used_by uuid,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  processor text,
  processor_ref text,
  answer smallint,
  answering_until timestamp with time zone,
  CONSTRAINT three_ds_challenges_pk PRIMARY KEY (bucket, id),
  CONSTRAINT three_ds_challenges_card_fk FOREIGN KEY (bucket, card_id) REFERENCES cards(bucket, id),
  CONSTRAINT three_ds_challenges_amount_ck CHECK ((amount_cents >= 0)) NOT VALID,
  CONSTRAINT three_ds_challenges_status_ck CHECK ((status = ANY (ARRAY[1, 2, 3])))
);
CREATE INDEX three_ds_challenges_card_ix ON public.three_ds_challenges USING btree (bucket, card_id, created_at DESC);
CREATE INDEX three_ds_challenges_newest_ix ON public.three_ds_challenges USING btree (bucket, workspace_id, created_at DESC);
GRANT INSERT, SELECT, UPDATE ON three_ds_challenges TO cardwright_service;

CREATE TABLE transaction_details (
  bucket smallint NOT NULL,
  transaction_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  merchant_amount bigint,
  merchant_currency character(3),
  conversion_rate text,
  processor text,
  network_transaction_id text,
  auth_code text,
  arn text,
  source smallint,
  processor_word text,
  decline_detail jsonb,
  decision jsonb,
  CONSTRAINT transaction_details_pk PRIMARY KEY (bucket, transaction_id),
  CONSTRAINT transaction_details_foreign_ck CHECK (((num_nulls(merchant_amount, merchant_currency, conversion_rate) = ANY (ARRAY[0, 3])) AND (merchant_amount > 0))),
  CONSTRAINT transaction_details_length_ck CHECK (((length(processor) <= 100) AND (length(network_transaction_id) <= 100) AND (length(auth_code) <= 20) AND (length(arn) <= 50) AND (length(processor_word) <= 200))),
  CONSTRAINT transaction_details_rate_ck CHECK ((conversion_rate ~ '^[0-9]{1,12}([.][0-9]{1,12})?$'::text)),
  CONSTRAINT transaction_details_source_ck CHECK ((source > 0))
);
GRANT INSERT, SELECT ON transaction_details TO cardwright_service;

CREATE TABLE transaction_notes (
  bucket smallint NOT NULL,
  workspace_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  note text NOT NULL,
  updated_by text NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT transaction_notes_pk PRIMARY KEY (bucket, transaction_id),
  CONSTRAINT transaction_notes_note_ck CHECK ((char_length(note) <= 2000))
);
CREATE INDEX transaction_notes_workspace_ix ON public.transaction_notes USING btree (bucket, workspace_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON transaction_notes TO cardwright_service;

CREATE TABLE transaction_tags (
  bucket smallint NOT NULL,
  workspace_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  tag text NOT NULL,
  happened_at timestamp with time zone NOT NULL,
  CONSTRAINT transaction_tags_pk PRIMARY KEY (bucket, transaction_id, tag),
  CONSTRAINT transaction_tags_tag_ck CHECK (((char_length(tag) >= 1) AND (char_length(tag) <= 40)))
);
CREATE INDEX transaction_tags_list_ix ON public.transaction_tags USING btree (bucket, workspace_id, tag, happened_at DESC, transaction_id DESC);
GRANT DELETE, INSERT, SELECT, UPDATE ON transaction_tags TO cardwright_service;

CREATE TABLE transactions (
  bucket smallint NOT NULL,
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  card_id uuid NOT NULL,
  merchant_id uuid NOT NULL,
  authorization_id uuid,
  refund_of uuid,
  amount_cents bigint NOT NULL,
  balance_after_cents bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  type smallint NOT NULL,
  decline_reason smallint,
  three_ds_status smallint NOT NULL,
  rules_version integer,
  rule_facts jsonb,
  CONSTRAINT transactions_pk PRIMARY KEY (bucket, id),
  CONSTRAINT transactions_decline_ck CHECK (((type = 4) = (decline_reason IS NOT NULL))),
  CONSTRAINT transactions_sign_ck CHECK ((((amount_cents > 0) = (type = 3)) AND (amount_cents <> 0))),
  CONSTRAINT transactions_type_ck CHECK ((type = ANY (ARRAY[1, 2, 3, 4])))
);
CREATE INDEX transactions_alone_ix ON public.transactions USING btree (bucket, workspace_id, type, created_at DESC, id DESC) WHERE ((authorization_id IS NULL) AND (refund_of IS NULL) AND (type <> 1));
CREATE INDEX transactions_authorization_ix ON public.transactions USING btree (bucket, authorization_id) WHERE (authorization_id IS NOT NULL);
CREATE INDEX transactions_card_ix ON public.transactions USING btree (bucket, card_id, created_at DESC);
CREATE INDEX transactions_merchant_ix ON public.transactions USING btree (bucket, merchant_id, created_at DESC);
CREATE INDEX transactions_newest_ix ON public.transactions USING btree (bucket, workspace_id, created_at DESC);
CREATE INDEX transactions_reason_ix ON public.transactions USING btree (bucket, workspace_id, decline_reason, created_at DESC, id DESC) WHERE ((authorization_id IS NULL) AND (decline_reason IS NOT NULL));
CREATE INDEX transactions_refund_ix ON public.transactions USING btree (bucket, refund_of) WHERE (refund_of IS NOT NULL);
CREATE INDEX transactions_type_ix ON public.transactions USING btree (bucket, workspace_id, type, created_at DESC);
GRANT INSERT, SELECT ON transactions TO cardwright_service;

CREATE TABLE transfers (
  bucket smallint NOT NULL,
  operation_id uuid NOT NULL,
  leg smallint NOT NULL,
  workspace_id uuid NOT NULL,
  card_id uuid,
  kind smallint NOT NULL,
  debit smallint NOT NULL,
  credit smallint NOT NULL,
  amount_cents bigint NOT NULL,
  wallet_after_cents bigint,
  created_at timestamp with time zone NOT NULL,
  wallet_sequence bigint,
  CONSTRAINT transfers_pk PRIMARY KEY (bucket, operation_id, leg),
  CONSTRAINT transfers_amount_ck CHECK ((amount_cents > 0)),
  CONSTRAINT transfers_card_ck CHECK (((card_id IS NOT NULL) OR ((debit > 3) AND (credit > 3)))),
  CONSTRAINT transfers_sides_ck CHECK ((debit <> credit)),
  CONSTRAINT transfers_wallet_ck CHECK (((wallet_after_cents IS NOT NULL) = ((debit = 4) OR (credit = 4))))
);
CREATE INDEX transfers_repaid_ix ON public.transfers USING btree (bucket, workspace_id) WHERE ((kind = ANY (ARRAY[3, 4])) AND (wallet_sequence IS NULL));
CREATE UNIQUE INDEX transfers_wallet_uq ON public.transfers USING btree (bucket, workspace_id, wallet_sequence) WHERE (wallet_sequence IS NOT NULL);
GRANT INSERT, SELECT ON transfers TO cardwright_service;

CREATE TABLE user_credentials (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  provider_id text NOT NULL,
  provider_user_id text NOT NULL,
  password text,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT user_credentials_pk PRIMARY KEY (id),
  CONSTRAINT user_credentials_provider_uq UNIQUE (user_id, provider_id),
  CONSTRAINT user_credentials_user_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
GRANT DELETE, INSERT, SELECT, UPDATE ON user_credentials TO cardwright_service;

CREATE TABLE user_links (
  token_hash bytea NOT NULL,
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  kind smallint NOT NULL,
  role smallint,
  email text,
  user_id uuid,
  created_by uuid,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT user_links_pk PRIMARY KEY (token_hash),
  CONSTRAINT user_links_id_uq UNIQUE (id),
  CONSTRAINT user_links_account_fk FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT user_links_user_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT user_links_kind_ck CHECK ((((kind = 1) AND ((role >= 1) AND (role <= 4)) AND (user_id IS NULL)) OR ((kind = 2) AND (user_id IS NOT NULL))))
);
CREATE INDEX user_links_account_ix ON public.user_links USING btree (account_id, created_at);
CREATE INDEX user_links_expiry_ix ON public.user_links USING btree (expires_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON user_links TO cardwright_service;

CREATE TABLE user_notification_settings (
  user_id uuid NOT NULL,
  inbox_off smallint[] NOT NULL,
  mail smallint[] NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT user_notification_settings_pk PRIMARY KEY (user_id),
  CONSTRAINT user_notification_settings_user_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
GRANT DELETE, INSERT, SELECT, UPDATE ON user_notification_settings TO cardwright_service;

CREATE TABLE user_passkeys (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  name text,
  public_key text NOT NULL,
  credential_id text NOT NULL,
  counter bigint NOT NULL,
  device_type text NOT NULL,
  backed_up boolean NOT NULL,
  transports text,
  aaguid text,
  created_at timestamp with time zone,
  CONSTRAINT user_passkeys_pk PRIMARY KEY (id),
  CONSTRAINT user_passkeys_credential_uq UNIQUE (credential_id),
  CONSTRAINT user_passkeys_user_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX user_passkeys_user_ix ON public.user_passkeys USING btree (user_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON user_passkeys TO cardwright_service;

CREATE TABLE user_past_passwords (
  user_id uuid NOT NULL,
  password text NOT NULL,
  replaced_at timestamp with time zone NOT NULL,
  CONSTRAINT user_past_passwords_pk PRIMARY KEY (user_id, password),
  CONSTRAINT user_past_passwords_user_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
GRANT DELETE, INSERT, SELECT, UPDATE ON user_past_passwords TO cardwright_service;

CREATE TABLE user_second_factors (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  secret text NOT NULL,
  backup_codes text NOT NULL,
  verified boolean NOT NULL,
  failed_verification_count integer NOT NULL DEFAULT 0,
  locked_until timestamp with time zone,
  last_used_step bigint,
  CONSTRAINT user_second_factors_pk PRIMARY KEY (id),
  CONSTRAINT user_second_factors_user_uq UNIQUE (user_id),
  CONSTRAINT user_second_factors_user_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
GRANT DELETE, INSERT, SELECT, UPDATE ON user_second_factors TO cardwright_service;

CREATE TABLE user_sessions (
  id uuid NOT NULL,
  token text NOT NULL,
  user_id uuid NOT NULL,
  authenticated_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  ip_address text,
  user_agent text,
  CONSTRAINT user_sessions_pk PRIMARY KEY (id),
  CONSTRAINT user_sessions_token_uq UNIQUE (token),
  CONSTRAINT user_sessions_user_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX user_sessions_expiry_ix ON public.user_sessions USING btree (expires_at);
CREATE INDEX user_sessions_user_ix ON public.user_sessions USING btree (user_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON user_sessions TO cardwright_service;

CREATE TABLE user_verifications (
  id uuid NOT NULL,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT user_verifications_pk PRIMARY KEY (id)
);
CREATE INDEX user_verifications_expiry_ix ON public.user_verifications USING btree (expires_at);
CREATE INDEX user_verifications_identifier_ix ON public.user_verifications USING btree (identifier);
GRANT DELETE, INSERT, SELECT, UPDATE ON user_verifications TO cardwright_service;

CREATE TABLE user_views (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  list text NOT NULL,
  name text NOT NULL,
  search jsonb NOT NULL,
  is_default boolean NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT user_views_pk PRIMARY KEY (id),
  CONSTRAINT user_views_name_uq UNIQUE (user_id, list, name),
  CONSTRAINT user_views_user_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
GRANT DELETE, INSERT, SELECT ON user_views TO cardwright_service;
GRANT UPDATE (name, search, is_default) ON user_views TO cardwright_service;

CREATE TABLE users (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  role smallint NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  two_factor_enabled boolean NOT NULL DEFAULT false,
  last_sign_in_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT users_pk PRIMARY KEY (id),
  CONSTRAINT users_email_uq UNIQUE (email),
  CONSTRAINT users_account_fk FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT users_role_ck CHECK (((role >= 1) AND (role <= 4)))
);
CREATE INDEX users_account_ix ON public.users USING btree (account_id, created_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON users TO cardwright_service;

CREATE TABLE webhook_cursors (
  bucket smallint NOT NULL,
  workspace_id uuid NOT NULL,
  sequence bigint NOT NULL,
  CONSTRAINT webhook_cursors_pk PRIMARY KEY (bucket, workspace_id)
) WITH (fillfactor=50);
GRANT INSERT, SELECT, UPDATE ON webhook_cursors TO cardwright_service;

CREATE TABLE webhook_deliveries (
  bucket smallint NOT NULL,
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  number bigint NOT NULL,
  event_id uuid NOT NULL,
  event_sequence bigint NOT NULL,
  event_type smallint NOT NULL,
  attempt smallint NOT NULL DEFAULT 0,
  status smallint NOT NULL DEFAULT 1,
  response_status smallint,
  duration_ms integer,
  next_attempt_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  response_body text,
  attempts jsonb NOT NULL DEFAULT '[]'::jsonb,
  CONSTRAINT webhook_deliveries_pk PRIMARY KEY (bucket, webhook_id, id),
  CONSTRAINT webhook_deliveries_next_ck CHECK (((status = 1) = (next_attempt_at IS NOT NULL))),
  CONSTRAINT webhook_deliveries_status_ck CHECK ((status = ANY (ARRAY[1, 2, 3])))
) PARTITION BY RANGE (id);
CREATE INDEX webhook_deliveries_due_ix ON ONLY public.webhook_deliveries USING btree (bucket, webhook_id, next_attempt_at) WHERE (status = 1);
CREATE INDEX webhook_deliveries_status_ix ON ONLY public.webhook_deliveries USING btree (bucket, webhook_id, status, id);
GRANT INSERT, SELECT, UPDATE ON webhook_deliveries TO cardwright_service;

CREATE TABLE webhook_leases (
  bucket smallint NOT NULL,
  owner uuid,
  CONSTRAINT webhook_leases_pk PRIMARY KEY (bucket),
  CONSTRAINT webhook_leases_bucket_ck CHECK (((bucket >= 0) AND (bucket <= 255)))
);
GRANT INSERT, SELECT, UPDATE ON webhook_leases TO cardwright_service;

CREATE TABLE webhook_subscriptions (
  bucket smallint NOT NULL,
  webhook_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  after_sequence bigint NOT NULL,
  until_sequence bigint,
  event_types smallint[] NOT NULL,
  CONSTRAINT webhook_subscriptions_pk PRIMARY KEY (bucket, webhook_id, after_sequence)
);
CREATE INDEX webhook_subscriptions_workspace_ix ON public.webhook_subscriptions USING btree (bucket, workspace_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON webhook_subscriptions TO cardwright_service;

CREATE TABLE webhook_workers (
  id uuid NOT NULL,
  until timestamp with time zone NOT NULL,
  CONSTRAINT webhook_workers_pk PRIMARY KEY (id)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON webhook_workers TO cardwright_service;

CREATE TABLE webhooks (
  bucket smallint NOT NULL,
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  url text NOT NULL,
  event_types smallint[] NOT NULL,
  secret_sealed bytea NOT NULL,
  previous_secret bytea,
  previous_secret_until timestamp with time zone,
  active boolean NOT NULL DEFAULT true,
  failing_since timestamp with time zone,
  delivery_count bigint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT webhooks_pk PRIMARY KEY (bucket, id)
) WITH (fillfactor=50);
CREATE INDEX webhooks_workspace_ix ON public.webhooks USING btree (bucket, workspace_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON webhooks TO cardwright_service;

CREATE TABLE workspace_routes (
  account_id uuid NOT NULL,
  environment smallint NOT NULL,
  bucket smallint NOT NULL,
  workspace_id uuid NOT NULL,
  CONSTRAINT workspace_routes_pk PRIMARY KEY (account_id, environment),
  CONSTRAINT workspace_routes_account_fk FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT workspace_routes_environment_ck CHECK ((environment = ANY (ARRAY[1, 2])))
);
GRANT INSERT, SELECT, UPDATE ON workspace_routes TO cardwright_service;

CREATE TABLE workspace_tags (
  bucket smallint NOT NULL,
  workspace_id uuid NOT NULL,
  tag text NOT NULL,
  uses bigint NOT NULL,
  CONSTRAINT workspace_tags_pk PRIMARY KEY (bucket, workspace_id, tag)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON workspace_tags TO cardwright_service;

CREATE TABLE workspaces (
  bucket smallint NOT NULL,
  id uuid NOT NULL,
  lineage_id uuid NOT NULL,
  account_id uuid NOT NULL,
  environment smallint NOT NULL,
  live boolean NOT NULL DEFAULT true,
  starts_funded boolean NOT NULL DEFAULT false,
  clock_offset_ms bigint NOT NULL DEFAULT 0,
  wallet_cents bigint NOT NULL DEFAULT 0,
  owed_cents bigint NOT NULL DEFAULT 0,
  crypto_clearing_cents bigint NOT NULL DEFAULT 0,
  deposit_fees_cents bigint NOT NULL DEFAULT 0,
  network_settlement_cents bigint NOT NULL DEFAULT 0,
  deposited_cents bigint NOT NULL DEFAULT 0,
  spent_cents bigint NOT NULL DEFAULT 0,
  cards_balance_cents bigint NOT NULL DEFAULT 0,
  cards_active integer NOT NULL DEFAULT 0,
  cards_frozen integer NOT NULL DEFAULT 0,
  cards_terminated integer NOT NULL DEFAULT 0,
  authorization_count bigint NOT NULL DEFAULT 0,
  settlement_count bigint NOT NULL DEFAULT 0,
  refund_count bigint NOT NULL DEFAULT 0,
  decline_count bigint NOT NULL DEFAULT 0,
  event_sequence bigint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  wallet_movements bigint NOT NULL DEFAULT 0,
  on_hold boolean NOT NULL DEFAULT false,
  clock_goal_ms bigint NOT NULL DEFAULT 0,
  issuing_cents bigint NOT NULL DEFAULT 0,
  rules_version integer NOT NULL DEFAULT 0,
  decision_hook_version integer NOT NULL DEFAULT 0,
  CONSTRAINT workspaces_pk PRIMARY KEY (bucket, id),
  CONSTRAINT workspaces_bucket_ck CHECK (((bucket >= 0) AND (bucket <= 255))),
  CONSTRAINT workspaces_clock_ck CHECK ((clock_offset_ms >= 0)),
  CONSTRAINT workspaces_counts_ck CHECK (((cards_active >= 0) AND (cards_frozen >= 0) AND (cards_terminated >= 0))),
  CONSTRAINT workspaces_environment_ck CHECK ((environment = ANY (ARRAY[1, 2]))),
  CONSTRAINT workspaces_live_ck CHECK ((live OR (environment = 1))),
  CONSTRAINT workspaces_owed_ck CHECK ((owed_cents >= 0)),
  CONSTRAINT workspaces_owed_wallet_ck CHECK (((owed_cents = 0) OR (wallet_cents = 0))),
  CONSTRAINT workspaces_wallet_ck CHECK ((wallet_cents >= 0))
) WITH (fillfactor=50);
CREATE INDEX workspaces_dead_ix ON public.workspaces USING btree (bucket, id) WHERE (NOT live);
CREATE INDEX workspaces_shifted_ix ON public.workspaces USING btree (bucket, id) WHERE (clock_offset_ms > 0);
GRANT INSERT, SELECT ON workspaces TO cardwright_service;
GRANT UPDATE (live, starts_funded, clock_offset_ms, wallet_cents, owed_cents, crypto_clearing_cents, deposit_fees_cents, network_settlement_cents, deposited_cents, spent_cents, cards_balance_cents, cards_active, cards_frozen, cards_terminated, authorization_count, settlement_count, refund_count, decline_count, event_sequence, wallet_movements, on_hold, clock_goal_ms, issuing_cents, rules_version, decision_hook_version) ON workspaces TO cardwright_service;

CREATE OR REPLACE FUNCTION public.drop_partitions(p_now timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  kept record;
  dropped integer := 0;
begin
  for kept in
    select i.inhrelid::regclass::text as partition, t.span_days, t.kept_days
    from pg_inherits i join partitioned_tables() t on i.inhparent = t.parent
  loop
    -- Judged here and not in the query, which may look at the date of a name before it knows that there is one.
    if to_date(right(kept.partition, 8), 'YYYYMMDD') + kept.span_days + kept.kept_days <= (p_now at time zone 'utc')::date then
      execute format('drop table %I', kept.partition);
      dropped := dropped + 1;
    end if;
  end loop;
  return dropped;
end $function$;
GRANT EXECUTE ON FUNCTION drop_partitions(timestamp with time zone) TO cardwright_service;

CREATE OR REPLACE FUNCTION public.ensure_partitions(p_now timestamp with time zone, p_weeks integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  kept record;
  first_day timestamptz;
  starts_at timestamptz;
  lower_id uuid;
  upper_id uuid;
  partition text;
begin
  for kept in select * from partitioned_tables() loop
    first_day := date_trunc(case kept.span_days when 1 then 'day' else 'week' end, p_now at time zone 'utc') at time zone 'utc';
    for n in -1..case kept.span_days when 1 then least(p_weeks, 1) * 7 else p_weeks end loop
      starts_at := first_day + n * kept.span_days * interval '24 hours';
      partition := kept.parent::text || '_' || to_char(starts_at at time zone 'utc', 'YYYYMMDD');
      if to_regclass(partition) is null then
        lower_id := (lpad(to_hex((extract(epoch from starts_at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
        upper_id := (lpad(to_hex((extract(epoch from starts_at + kept.span_days * interval '24 hours') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
        execute format('create table %I partition of %s for values from (%L) to (%L)', partition, kept.parent, lower_id, upper_id);
      end if;
    end loop;
  end loop;
end $function$;
GRANT EXECUTE ON FUNCTION ensure_partitions(timestamp with time zone,integer) TO cardwright_service;

CREATE OR REPLACE FUNCTION public.partitioned_tables()
 RETURNS TABLE(parent regclass, span_days integer, kept_days integer)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select c.oid::regclass, case c.relname when 'request_log' then 1 else 7 end, case c.relname when 'request_log' then 7 else 30 end
  from pg_class c where c.relkind = 'p' and c.relnamespace = 'public'::regnamespace
$function$;

CREATE OR REPLACE FUNCTION public.purge_cards(p_bucket smallint, p_workspace uuid, p_limit integer)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  card_ids uuid[];
  authorization_ids uuid[];
  removed bigint;
begin
  delete from spend_requests where bucket = p_bucket and id = any(array(
    select id from spend_requests where bucket = p_bucket and workspace_id = p_workspace order by created_at desc limit p_limit));
  get diagnostics removed = row_count;
  if removed > 0 then return removed; end if;
  card_ids := array(select id from cards where bucket = p_bucket and workspace_id = p_workspace order by created_at desc limit p_limit);
  authorization_ids := array(select id from processor_authorizations where bucket = p_bucket and card_id = any(card_ids));
  delete from processor_posts where bucket = p_bucket and authorization_id = any(authorization_ids);
  delete from processor_authorizations where bucket = p_bucket and id = any(authorization_ids);
  delete from processor_card_routes where bucket = p_bucket and card_id = any(card_ids);
  delete from processor_cards where bucket = p_bucket and id = any(card_ids);
  delete from three_ds_challenges where bucket = p_bucket and card_id = any(card_ids);
  delete from card_history where bucket = p_bucket and card_id = any(card_ids);
  delete from card_merchants where bucket = p_bucket and card_id = any(card_ids);
  delete from card_owners where bucket = p_bucket and card_id = any(card_ids);
  delete from reveal_sessions where bucket = p_bucket and card_id = any(card_ids);
  delete from card_secrets where bucket = p_bucket and card_id = any(card_ids);
  delete from card_number_routes where bucket = p_bucket and card_id = any(card_ids);
  delete from key_cards where bucket = p_bucket and card_id = any(card_ids);
  delete from transfers where bucket = p_bucket and operation_id = any(card_ids);
  delete from cards where bucket = p_bucket and id = any(card_ids);
  delete from card_issuances where bucket = p_bucket and workspace_id = p_workspace;
  delete from card_templates where bucket = p_bucket and workspace_id = p_workspace;
  delete from key_budgets where bucket = p_bucket and workspace_id = p_workspace;
  perform purge_rules(p_bucket, p_workspace);
  return cardinality(card_ids);
end $function$;

CREATE OR REPLACE FUNCTION public.purge_dead_workspace(p_bucket smallint, p_workspace uuid, p_step integer, p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  removed bigint;
begin
  if exists (select from workspaces where bucket = p_bucket and id = p_workspace and live) then
    raise exception 'workspace is live';
  end if;
  for step in greatest(p_step, 1)..9 loop
    removed := 0;
    case step
      when 1 then removed := purge_deliveries(p_bucket, p_workspace, p_limit);
      when 2 then
        delete from webhooks where bucket = p_bucket and workspace_id = p_workspace;
        delete from webhook_subscriptions where bucket = p_bucket and workspace_id = p_workspace;
        delete from webhook_cursors where bucket = p_bucket and workspace_id = p_workspace;
        delete from sandbox_rates where bucket = p_bucket and workspace_id = p_workspace;
      when 3 then
        -- The cursor goes before the totals: without it nobody adds to them.
        delete from activity_cursors where bucket = p_bucket and workspace_id = p_workspace;
        delete from daily_totals where bucket = p_bucket and workspace_id = p_workspace and day = any(array(
          select distinct day from (select day from daily_totals where bucket = p_bucket and workspace_id = p_workspace order by day limit p_limit) d));
        get diagnostics removed = row_count;
      when 4 then
        delete from events where bucket = p_bucket and workspace_id = p_workspace and sequence = any(array(
          select sequence from events where bucket = p_bucket and workspace_id = p_workspace order by sequence limit p_limit));
        get diagnostics removed = row_count;
      when 5 then
        delete from idempotency_keys where bucket = p_bucket and workspace_id = p_workspace and key_hash = any(array(
          select key_hash from idempotency_keys where bucket = p_bucket and workspace_id = p_workspace order by key_hash limit p_limit));
        get diagnostics removed = row_count;
      when 6 then removed := purge_transactions(p_bucket, p_workspace, p_limit);
      when 7 then removed := purge_transfers(p_bucket, p_workspace, p_limit);
      when 8 then removed := purge_deposits(p_bucket, p_workspace, p_limit);
      when 9 then removed := purge_cards(p_bucket, p_workspace, p_limit);
    end case;
    if removed > 0 then return step; end if;
  end loop;
  delete from workspaces where bucket = p_bucket and id = p_workspace;
  return 0;
end $function$;
GRANT EXECUTE ON FUNCTION purge_dead_workspace(smallint,uuid,integer,integer) TO cardwright_service;

CREATE OR REPLACE FUNCTION public.purge_deliveries(p_bucket smallint, p_workspace uuid, p_limit integer)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  endpoint record;
  removed bigint;
begin
  delete from decision_hooks where bucket = p_bucket and workspace_id = p_workspace;
  delete from decision_attempts where bucket = p_bucket and workspace_id = p_workspace and id = any(array(
    select id from decision_attempts where bucket = p_bucket and workspace_id = p_workspace order by id limit p_limit));
  get diagnostics removed = row_count;
  if removed > 0 then return removed; end if;
  select d.webhook_id, d.workspace_id into endpoint from webhook_deliveries d
  where d.bucket = p_bucket order by d.webhook_id limit 1;
  while endpoint.webhook_id is not null loop
    if endpoint.workspace_id = p_workspace then
      delete from webhook_deliveries where bucket = p_bucket and webhook_id = endpoint.webhook_id and id = any(array(
        select id from webhook_deliveries where bucket = p_bucket and webhook_id = endpoint.webhook_id order by id limit p_limit));
      get diagnostics removed = row_count;
      return removed;
    end if;
    select d.webhook_id, d.workspace_id into endpoint from webhook_deliveries d
    where d.bucket = p_bucket and d.webhook_id > endpoint.webhook_id order by d.webhook_id limit 1;
  end loop;
  return 0;
end $function$;

CREATE OR REPLACE FUNCTION public.purge_deposits(p_bucket smallint, p_workspace uuid, p_limit integer)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  deposit_ids uuid[];
begin
  deposit_ids := array(select id from deposits where bucket = p_bucket and workspace_id = p_workspace order by created_at desc limit p_limit);
  delete from transfers where bucket = p_bucket and operation_id = any(deposit_ids);
  delete from deposits where bucket = p_bucket and id = any(deposit_ids);
  return cardinality(deposit_ids);
end $function$;

CREATE OR REPLACE FUNCTION public.purge_rules(p_bucket smallint, p_workspace uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from rules where bucket = p_bucket and workspace_id = p_workspace;
  delete from rule_versions where bucket = p_bucket and workspace_id = p_workspace;
  delete from rule_sets where bucket = p_bucket and workspace_id = p_workspace;
  delete from rule_days where bucket = p_bucket and workspace_id = p_workspace;
  delete from rule_backtests where bucket = p_bucket and workspace_id = p_workspace;
end $function$;

CREATE OR REPLACE FUNCTION public.purge_transactions(p_bucket smallint, p_workspace uuid, p_limit integer)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  transaction_ids uuid[];
  merchant_ids uuid[];
  release_ids uuid[];
begin
  select array_agg(t.id), array_agg(distinct t.merchant_id) into transaction_ids, merchant_ids
  from (select id, merchant_id from transactions where bucket = p_bucket and workspace_id = p_workspace
        order by created_at desc limit p_limit) t;
  if transaction_ids is null then return 0; end if;
  select coalesce(array_agg(r.id), '{}') into release_ids
  from unnest(transaction_ids) as u (id) join hold_releases r on r.bucket = p_bucket and r.authorization_id = u.id;
  delete from transfers where bucket = p_bucket and operation_id = any(transaction_ids || release_ids);
  delete from hold_releases where bucket = p_bucket and id = any(release_ids);
  delete from holds where bucket = p_bucket and id = any(transaction_ids);
  delete from merchants where bucket = p_bucket and id = any(merchant_ids);
  delete from transaction_details where bucket = p_bucket and transaction_id = any(transaction_ids);
  delete from transactions where bucket = p_bucket and id = any(transaction_ids);
  return cardinality(transaction_ids);
end $function$;

CREATE OR REPLACE FUNCTION public.purge_transfers(p_bucket smallint, p_workspace uuid, p_limit integer)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  operation_ids uuid[];
begin
  operation_ids := array(select operation_id from transfers
    where bucket = p_bucket and workspace_id = p_workspace and wallet_sequence is not null order by wallet_sequence limit p_limit);
  if cardinality(operation_ids) = 0 then
    operation_ids := array(select operation_id from transfers
      where bucket = p_bucket and workspace_id = p_workspace and kind in (3, 4) and wallet_sequence is null limit p_limit);
  end if;
  delete from transfers where bucket = p_bucket and operation_id = any(operation_ids);
  return cardinality(operation_ids);
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_replaced_workspace()
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a reset has replaced this workspace' using errcode = 'CW001';
end
$function$;
GRANT EXECUTE ON FUNCTION refuse_replaced_workspace() TO PUBLIC;
GRANT EXECUTE ON FUNCTION refuse_replaced_workspace() TO cardwright_service;

CREATE OR REPLACE FUNCTION public.refuse_replaced_workspace(p_workspace uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  raise exception 'a reset has replaced this workspace' using errcode = 'CW001';
end
$function$;
GRANT EXECUTE ON FUNCTION refuse_replaced_workspace(uuid) TO PUBLIC;
GRANT EXECUTE ON FUNCTION refuse_replaced_workspace(uuid) TO cardwright_service;
