import { generatePassword } from '@weft/kit/secrets/generate-password.ts'
import { decrypt, encrypt } from '@weft/kit/secrets/secrets.server.ts'
import type { Owned } from './database-servers/database-server.ts'
import { chooseServer, reachServer, type RegisteredServer } from './database-servers/server.server.ts'
import type { Login, Work } from './step.server.ts'

type WithLogin = Work<'create_database'> | Work<'initialize_documents'>

/**
 * Makes a database with its login: the one an earlier try has noted, or a new one named after the tenant. The note is written once
 * the server has answered and before anything is created, so that it stands exactly when there may be something to drop.
 */
export async function createLogin(work: WithLogin, wish: { prefix: string; server_id: string | null | undefined; engines: RegisteredServer['engine'][] }) {
  const { db, key } = work.house
  const login = work.own.login ?? (await newLogin(work, wish))
  const server = await reachServer(db, key, login.server_id)
  await work.remember({ login })
  await server.create(opened(login, key))
}

async function newLogin({ house: { db, key }, tenant_id }: WithLogin, { prefix, server_id, engines }: { prefix: string; server_id: string | null | undefined; engines: RegisteredServer['engine'][] }): Promise<Login> {
  const { id, engine } = await chooseServer(db, key, { id: server_id, engines })
  const name = `${prefix}${tenant_id.replaceAll('-', '').slice(-12)}`
  return { server_id: id, engine, database: name, username: name, secret: encrypt(key, generatePassword()).toString('base64') }
}

export const opened = ({ database, username, secret }: Login, key: Buffer): Owned => ({ database, username, password: decrypt(key, Buffer.from(secret, 'base64')) })

/** Removes what a noted login stands for. */
export async function dropLogin({ house: { db, key, databases }, tenant_id, own: { login } }: WithLogin) {
  if (!login) return
  await databases.forget(tenant_id)
  await (await reachServer(db, key, login.server_id)).drop(login)
}
