import { generatePassword } from '@weft/kit/secrets/generate-password.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { sealText, unsealText } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import type { Owned } from './database-servers/database-server.ts'
import { documentDatabaseOf } from '../documents/mongodb/database-name.ts'
import { chooseServer, reachServer, type RegisteredServer } from './database-servers/server.server.ts'
import type { Login, Work } from './step.server.ts'

type LoginStep = 'create_database' | 'initialize_documents'
type WithLogin = Work<'create_database'> | Work<'initialize_documents'>

/**
 * Makes a database with its login: the one an earlier try has noted, or a new one named after the tenant. The note is written once
 * the server has answered and before anything is created, so that it stands exactly when there may be something to drop.
 */
export async function createLogin(
  work: WithLogin,
  wish: {
    step: LoginStep
    prefix: string
    server_id: string | null | undefined
    engines: RegisteredServer['engine'][]
  },
) {
  const { db, key } = work.deps
  const login = work.own.login ?? (await newLogin(work, wish))
  const server = await reachServer(db, key, login.server_id)
  await work.remember({ login })
  await server.create(opened(login, key, { run_id: work.run_id, step: wish.step }))
}

async function newLogin(
  { deps: { db, key }, run_id, tenant_id }: WithLogin,
  {
    step,
    prefix,
    server_id,
    engines,
  }: { step: LoginStep; prefix: string; server_id: string | null | undefined; engines: RegisteredServer['engine'][] },
): Promise<Login> {
  const { id, engine } = await chooseServer(db, key, { id: server_id, engines })
  const name =
    engine === 'mongodb' ? documentDatabaseOf(tenant_id) : `${prefix}${tenant_id.replaceAll('-', '').slice(-12)}`
  return {
    server_id: id,
    engine,
    database: name,
    username: name,
    secret: sealText(key, secretPlace({ run_id, step }), generatePassword()),
  }
}

/** With the password in plain text; `of` is the step that has noted it. */
export const opened = (
  { database, username, secret }: Login,
  keys: Keyring,
  of: { run_id: string; step: LoginStep },
): Owned => ({ database, username, password: unsealText(keys, secretPlace(of), secret) })

const secretPlace = ({ run_id, step }: { run_id: string; step: LoginStep }) =>
  placeIn(sealedColumns.setup_result, { run_id, key: step }, ['login', 'secret'])

/** Removes what a noted login stands for. */
export async function dropLogin({ deps: { db, key, databases }, tenant_id, own: { login } }: WithLogin) {
  if (!login) return
  await databases.forget(tenant_id)
  await (await reachServer(db, key, login.server_id)).drop(login)
}
