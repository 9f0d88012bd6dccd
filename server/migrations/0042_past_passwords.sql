-- The hashes of passwords that people no longer use, so that none of the last four is set again.
create table user_past_passwords (
  user_id uuid not null,
  password text not null,
  replaced_at timestamptz not null,
  constraint user_past_passwords_pk primary key (user_id, password),
  constraint user_past_passwords_user_fk foreign key (user_id) references users (id) on delete cascade
);
grant select, insert, update, delete on user_past_passwords to cardwright_service;
