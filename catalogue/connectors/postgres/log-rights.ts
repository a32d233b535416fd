/** Whether the server logs what a reader of the log needs, and the login may read it; at Amazon by a role of theirs. */
export const logRights = `
  select current_setting('wal_level') as wal_level, rolreplication or rolsuper or exists (
    select from pg_roles amazon where amazon.rolname = 'rds_replication' and pg_has_role(amazon.oid, 'member')) as may
  from pg_roles where rolname = current_user`
export type LogRights = { wal_level: string; may: 't' | 'f' }
