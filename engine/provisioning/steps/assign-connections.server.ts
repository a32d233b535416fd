import { inScope } from '@weft/kit/database/connect.server.ts'
import { Unavailable } from '@weft/kit/errors/errors.ts'
import { seal } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import { tryLogin } from '../../connections/try-login.server.ts'
import { texts } from '../texts.ts'
import { defineStep, type Work } from '../step.server.ts'
import { serverRow } from '../database-servers/server.server.ts'
import { opened } from '../logins.server.ts'

/** The relational connection first, then the one of the document database. */
export const assignConnections = defineStep({
  key: 'assign_connections',
  failed: { code: 'CONNECTION_NOT_ASSIGNED', say: texts.connectionNotAssigned },
  async run(work) {
    await assign(work, 'tenant', 'create_database')
    await work.remember({ relational: true })
    await assign(work, 'documents', 'initialize_documents')
    await work.remember({ documents: true })
  },
  async undo({ deps: { db, databases }, tenant_id }) {
    await inScope(db, { level: 'tenant', tenant_id }, (trx) => trx.deleteFrom('tenant_connections').execute())
    await databases.forget(tenant_id)
  },
})

async function assign(
  { deps: { db, key }, run_id, tenant_id, results }: Work,
  name: 'tenant' | 'documents',
  step: 'create_database' | 'initialize_documents',
) {
  const { login } = results[step]
  if (!login) throw new Unavailable('NO_TENANT_CONNECTION', texts.noTenantConnection())
  const { server_id, database, username } = login
  const { host, port } = await serverRow(db, server_id)
  const own = opened(login, key, { run_id, step })
  await tryLogin(login.engine, { host, port, ...own }).catch((cause: unknown) => {
    throw new Unavailable('NO_TENANT_CONNECTION', texts.noTenantConnection(), { cause })
  })
  const engine = name === 'documents' && login.engine === 'postgres' ? 'postgres_documents' : login.engine
  const row = {
    engine,
    server_id,
    host,
    port,
    database,
    username,
    password: seal(key, placeIn(sealedColumns.connection_password, { tenant_id, name }), own.password),
  }
  await inScope(db, { level: 'tenant', tenant_id }, (trx) =>
    trx
      .insertInto('tenant_connections')
      .values({ name, ...row })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'name']).doUpdateSet(row))
      .execute(),
  )
}
