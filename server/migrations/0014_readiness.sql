-- What `/readyz` writes to and rolls back, to see that the database takes writes and its disk has room for them.
create table readiness_probes (filler bytea not null);

grant insert on readiness_probes to cardwright_service;
