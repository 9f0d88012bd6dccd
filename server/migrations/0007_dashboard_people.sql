-- People: who may use the dashboard, how they prove who they are, and the links they come by
-- (docs/adr/0015-people-and-sessions.md). Shared tables: a person signs in without naming a workspace.

create table users (
  id                 uuid not null,
  account_id         uuid not null,
  role               smallint not null,          -- 1 owner, 2 admin, 3 developer, 4 viewer
  name               text not null,
  email              text not null,              -- in lower case
  two_factor_enabled boolean not null default false,
  last_sign_in_at    timestamptz,
  created_at         timestamptz not null,
  updated_at         timestamptz not null,
  constraint users_pk primary key (id),
  constraint users_email_uq unique (email),
  constraint users_account_fk foreign key (account_id) references accounts (id),
  constraint users_role_ck check (role between 1 and 4)
);
create index users_account_ix on users (account_id, created_at);

-- The token is worth nothing without the signature that the cookie carries beside it.
create table user_sessions (
  id               uuid not null,
  token            text not null,
  user_id          uuid not null,
  authenticated_at timestamptz not null,         -- when the person last proved who they are
  expires_at       timestamptz not null,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  ip_address       text,
  user_agent       text,
  constraint user_sessions_pk primary key (id),
  constraint user_sessions_token_uq unique (token),
  constraint user_sessions_user_fk foreign key (user_id) references users (id) on delete cascade
);
create index user_sessions_user_ix on user_sessions (user_id);
create index user_sessions_expiry_ix on user_sessions (expires_at);

create table user_credentials (
  id               uuid not null,
  user_id          uuid not null,
  provider_id      text not null,                -- `credential`: a password
  provider_user_id text not null,                -- the user's own id
  password         text,                         -- scrypt
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  constraint user_credentials_pk primary key (id),
  constraint user_credentials_provider_uq unique (user_id, provider_id),
  constraint user_credentials_user_fk foreign key (user_id) references users (id) on delete cascade
);

-- What was begun and is not finished: a sign-in that waits for its code, a challenge to a passkey.
create table user_verifications (
  id         uuid not null,
  identifier text not null,
  value      text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint user_verifications_pk primary key (id)
);
create index user_verifications_identifier_ix on user_verifications (identifier);
create index user_verifications_expiry_ix on user_verifications (expires_at);

create table user_second_factors (
  id                        uuid not null,
  user_id                   uuid not null,
  secret                    text not null,       -- encrypted, as are the backup codes
  backup_codes              text not null,
  verified                  boolean not null,
  failed_verification_count integer not null default 0,
  locked_until              timestamptz,
  constraint user_second_factors_pk primary key (id),
  constraint user_second_factors_user_uq unique (user_id),
  constraint user_second_factors_user_fk foreign key (user_id) references users (id) on delete cascade
);

create table user_passkeys (
  id            uuid not null,
  user_id       uuid not null,
  name          text,
  public_key    text not null,
  credential_id text not null,
  counter       bigint not null,
  device_type   text not null,
  backed_up     boolean not null,
  transports    text,
  aaguid        text,
  created_at    timestamptz,
  constraint user_passkeys_pk primary key (id),
  constraint user_passkeys_credential_uq unique (credential_id),
  constraint user_passkeys_user_fk foreign key (user_id) references users (id) on delete cascade
);
create index user_passkeys_user_ix on user_passkeys (user_id);

-- Invitations and password resets that were not used yet; one that was used is gone.
create table user_links (
  token_hash bytea not null,                     -- SHA-256: the link itself is shown once
  id         uuid not null,
  account_id uuid not null,
  kind       smallint not null,                  -- 1 invitation, 2 password reset
  role       smallint,                           -- of an invitation
  email      text,                               -- of an invitation that is for one address only
  user_id    uuid,                               -- of a password reset
  created_by uuid,                               -- null: the operator
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint user_links_pk primary key (token_hash),
  constraint user_links_id_uq unique (id),
  constraint user_links_account_fk foreign key (account_id) references accounts (id),
  constraint user_links_user_fk foreign key (user_id) references users (id) on delete cascade,
  constraint user_links_kind_ck check ((kind = 1 and role between 1 and 4 and user_id is null) or (kind = 2 and user_id is not null))
);
create index user_links_account_ix on user_links (account_id, created_at);

-- Wrong passwords and codes, by whom they were tried for and from where; a keyed hash of either.
create table sign_in_failures (
  subject      bytea not null,
  failures     integer not null,
  since        timestamptz not null,
  locked_until timestamptz,
  constraint sign_in_failures_pk primary key (subject)
);
create index sign_in_failures_since_ix on sign_in_failures (since);

-- The dashboard shows an environment's log by what was done, and by whom.
create index audit_log_action_ix on audit_log (bucket, lineage_id, action, sequence);
create index audit_log_actor_ix on audit_log (bucket, lineage_id, actor, sequence);

alter table api_keys add column created_by uuid; -- the person who made it in the dashboard

grant select, insert, update, delete on users, user_sessions, user_credentials, user_verifications, user_second_factors,
  user_passkeys, user_links, sign_in_failures to cardwright_service;
