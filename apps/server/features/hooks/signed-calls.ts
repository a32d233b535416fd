import { openConfiguration, type Configuration } from '@weft/engine/runtime/configuration.server.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { Hook } from './hook-tokens.ts'
import { signatureProblem, type Signing } from './signature.ts'

const texts = defineMessages({
  noSecret: {
    en: 'The signature cannot be checked: its secret is not set here. Nothing was started.',
    de: 'Die Signatur kann nicht geprüft werden: Das Geheimnis dazu ist hier nicht hinterlegt. Es wurde nichts gestartet.',
  },
})

export const { noSecret } = texts

/** Refuses a call whose signature does not hold, and counts it with its token. */
export function openSignatureCheck(context: AppContext<'db' | 'key'>) {
  const secretOf = openSecrets(context)
  return async (hook: Hook, signing: Signing, { headers, body, ip }: FastifyRequest): Promise<void> => {
    if (signing.signature === 'none') return
    const secret = await secretOf(hook, signing.secret)
    const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
    const problem = secret
      ? signatureProblem(signing, secret, { headers, body: bytes, now: Date.now() })
      : texts.noSecret()
    if (!problem) return
    await countRefusal(context, hook, ip, problem)
    throw new WeftError(401, 'HOOK_SIGNATURE', problem)
  }
}

/** Configuration values of projects, each read again after some seconds. */
export function openSecrets({ db, key }: AppContext<'db' | 'key'>) {
  const projects = new Map<string, Configuration>()
  return ({ tenant_id, project_id }: Pick<Hook, 'tenant_id' | 'project_id'>, name: string) => {
    const known = projects.get(project_id)
    const configuration = known ?? openConfiguration(db, key, { level: 'tenant', tenant_id, project_id })
    if (!known) {
      if (projects.size > 1_000) projects.clear()
      projects.set(project_id, configuration)
    }
    return configuration.value(name)
  }
}

const countRefusal = (
  { db }: AppContext<'db'>,
  { token_id, tenant_id, project_id }: Hook,
  address: string,
  reason: Message,
) =>
  inScope(db, systemScope, (trx) =>
    sql`
      insert into token_refusals (token_id, tenant_id, project_id, address, reason)
      values (${token_id}, ${tenant_id}, ${project_id}, ${address}, ${JSON.stringify(reason)}::jsonb)
      on conflict (token_id) do update set count = token_refusals.count + 1, address = excluded.address, reason = excluded.reason, last_at = clock_timestamp()`.execute(
      trx,
    ),
  )
