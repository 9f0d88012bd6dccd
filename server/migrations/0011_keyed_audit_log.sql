-- The audit log is keyed (docs/adr/0019-keyed-audit-log-and-two-logins.md), and the service's role may do less.

-- That the chains from before the key were closed with it: one row, written by the first start that has the key.
create table audit_sealing (
  id      smallint not null,
  at      timestamptz not null,   -- wall time
  chains  integer not null,
  entries bigint not null,
  mac     bytea not null,
  constraint audit_sealing_pk primary key (id),
  constraint audit_sealing_one_ck check (id = 1)
);

grant select, insert on audit_sealing to cardwright_service;

-- A purge removes transfers of workspaces that are not live. Only a sandbox can stop being live, and the service cannot
-- make a sandbox of a production workspace: the columns that say whose a workspace is and where are written once.
alter table workspaces add constraint workspaces_live_ck check (live or environment = 1);
revoke update on workspaces, audit_chains, data_keys from cardwright_service;
do $$ begin
  execute format('grant update (%s) on workspaces to cardwright_service', (
    select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
    where attrelid = 'workspaces'::regclass and attnum > 0 and not attisdropped
      and attname not in ('bucket', 'id', 'lineage_id', 'account_id', 'environment', 'created_at')));
end $$;
grant update (sequence, hash) on audit_chains to cardwright_service;
grant update (wrapped, master_version) on data_keys to cardwright_service;
