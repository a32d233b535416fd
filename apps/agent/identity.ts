import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Who this agent is, and to whom: what it was given for the code. */
export type Identity = { url: string; agent_id: string; name: string; secret: string }

const fileIn = (folder: string) => path.join(folder, 'identity.json')

/** For this user alone, and whole or not at all. */
export function writeIdentity(folder: string, identity: Identity) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const fresh = `${fileIn(folder)}.${process.pid}`
  writeFileSync(fresh, `${JSON.stringify(identity, undefined, 2)}\n`, { mode: 0o600 })
  chmodSync(fresh, 0o600)
  renameSync(fresh, fileIn(folder))
}

export const hasIdentity = (folder: string): boolean => existsSync(fileIn(folder))

export function readIdentity(folder: string): Identity {
  try {
    return JSON.parse(readFileSync(fileIn(folder), 'utf8')) as Identity
  } catch (cause) {
    throw new Error(`There is no secret in ${folder} yet: start it once with the address of Weft and a code.`, {
      cause,
    })
  }
}

export function readAllowed(file: string): string[] {
  const { allow } = JSON.parse(readFileSync(file, 'utf8')) as { allow?: unknown }
  if (!Array.isArray(allow) || !allow.every((one) => typeof one === 'string'))
    throw new Error(`${file} has to say { "allow": ["erp.internal:1433"] }.`)
  return allow
}
