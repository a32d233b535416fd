import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'

/**
 * The connections to tenants' databases of a kind that lie on other servers than the installation's own, with the tenants' names. With
 * `noneOwn` there is no own server, whatever may be noted of one.
 */
export const connectionsElsewhere = (db: Database, name: 'tenant' | 'documents', { noneOwn }: { noneOwn: boolean }) =>
  inScope(db, systemScope, (trx) =>
    trx
      .selectFrom('tenant_connections as c')
      .innerJoin('tenants as t', 't.id', 'c.tenant_id')
      .leftJoin('database_servers as s', 's.id', 'c.server_id')
      .selectAll('c')
      .select('t.name as tenant')
      .where('c.name', '=', name)
      .$if(!noneOwn, (found) =>
        found.where((eb) => eb.or([eb('s.embedded', 'is', null), eb('s.embedded', '=', false)])),
      )
      .orderBy('t.name')
      .execute(),
  )
