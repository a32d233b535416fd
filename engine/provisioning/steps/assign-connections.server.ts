import { inScope } from '@weft/kit/database/connect.server.ts'
import { Unavailable } from '@weft/kit/errors/errors.ts'
import { tryLogin } from '../../connections/try-login.server.ts'
import { texts } from '../texts.ts'
import { defineStep, type Login, type Work } from '../step.server.ts'
import { serverRow } from '../database-servers/server.server.ts'
import { opened } from '../logins.server.ts'

/** The relational connection first, then the one of the document database. */
export const assignConnections = defineStep({
  key: 'assign_connections',
  failed: { code: 'CONNECTION_NOT_ASSIGNED', say: texts.connectionNotAssigned },
  async run(work) {
    await assign(work, 'tenant', work.results.create_database.login)
    await work.remember({ relational: true })
    await assign(work, 'documents', work.results.initialize_documents.login)
    await work.remember({ documents: true })
  },
  async undo({ house: { db, databases }, tenant_id }) {
    await inScope(db, { level: 'tenant', tenant_id }, (trx) => trx.deleteFrom('tenant_connections').execute())
    await databases.forget(tenant_id)
  },
})

async function assign({ house: { db, key }, tenant_id }: Work, name: 'tenant' | 'documents', login: Login | undefined) {
  if (!login) throw new Unavailable('NO_TENANT_CONNECTION', texts.noTenantConnection())
  const { server_id, database, username } = login
  const { host, port } = await serverRow(db, server_id)
  await tryLogin(login.engine, { host, port, ...opened(login, key) }).catch((cause: unknown) => {
    throw new Unavailable('NO_TENANT_CONNECTION', texts.noTenantConnection(), { cause })
  })
  const engine = name === 'documents' ? 'postgres_documents' : login.engine
  const row = { engine, server_id, host, port, database, username, password: Buffer.from(login.secret, 'base64') }
  await inScope(db, { level: 'tenant', tenant_id }, (trx) =>
    trx.insertInto('tenant_connections').values({ name, ...row }).onConflict((conflict) => conflict.columns(['tenant_id', 'name']).doUpdateSet(row)).execute())
}
