import { createHash } from 'node:crypto'
import { elements } from '@weft/catalogue/elements/all.ts'
import { webhook } from '@weft/catalogue/elements/webhook/webhook.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { NotFound } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { readText } from '../workflows/read-text.ts'
import type { Signing } from './signature.ts'

/** What stands behind a webhook's address. */
export type Hook = {
  token_id: string
  tenant_id: string
  project_id: string
  workflow_id: string
  runs: boolean
  /** The tenant is deactivated or about to be deleted. */
  asleep: boolean
  /** Webhooks are switched off in the project. */
  closed: boolean
  whitelist: string[] | undefined
  /** None where no step of the workflow is started by a call, or its settings do not hold. */
  trigger: { step: string; settings: Signing } | undefined
}

const texts = defineMessages({
  unknown: { en: 'There is no webhook at this address.', de: 'Unter dieser Adresse gibt es keinen Webhook.' },
})
export const noSuchHook = () => new NotFound('HOOK_NOT_FOUND', texts.unknown())

export const hashToken = (token: string) => createHash('sha256').update(token).digest()

/** A token that is revoked or changed is heard of so much later at most. */
const remembered = 1_000
const called = new Set<string>(
  elements.filter((element) => 'starts' in element && element.starts === 'call').map((element) => element.key),
)

/** Finds what a token stands for; unknown ones are remembered too, so that guessing costs the database nothing. */
export function openHookTokens(context: AppContext<'db' | 'isolation'>): (token: string) => Promise<Hook | undefined> {
  const known = new Map<string, { hook: Promise<Hook | undefined>; until: number }>()
  return (token) => {
    const found = known.get(token)
    if (found && found.until > Date.now()) return found.hook
    if (known.size > 5_000) known.clear()
    const hook = findHook(context, token)
    known.set(token, { hook, until: Date.now() + remembered })
    hook.catch(() => known.delete(token))
    return hook
  }
}

const triggers = new Map<string, { source: string; steps: { id: string; settings: Record<string, unknown> }[] }>()

async function findHook(context: AppContext<'db' | 'isolation'>, token: string): Promise<Hook | undefined> {
  const { rows } = await inScope(context.db, systemScope, (trx) =>
    sql<{
      id: string
      tenant_id: string
      project_id: string
      workflow_id: string
      whitelisting_active: boolean
      whitelist_ips: string[]
      runs: boolean
      asleep: boolean
      closed: boolean
      source: string
    }>`
      select k.id, k.tenant_id, k.project_id, k.workflow_id, k.whitelisting_active, k.whitelist_ips, w.active as runs, not t.active as asleep, w.source,
        exists (select from project_extensions x where x.project_id = k.project_id and x.extension = 'webhooks') as closed
      from workflow_tokens k join workflows w on w.id = k.workflow_id join tenants t on t.id = k.tenant_id where k.token_hash = ${hashToken(token)} and k.active`.execute(
      trx,
    ),
  )
  const row = rows[0]
  if (!row) return undefined
  const step = (await callsOf(context, row)).find(
    ({ settings }) => !settings['token_id'] || settings['token_id'] === row.id,
  )
  const settings = step && webhook.settings.safeParse(step.settings).data
  return {
    token_id: row.id,
    tenant_id: row.tenant_id,
    project_id: row.project_id,
    workflow_id: row.workflow_id,
    runs: row.runs,
    asleep: row.asleep,
    closed: row.closed,
    whitelist: row.whitelisting_active ? row.whitelist_ips : undefined,
    trigger: settings && { step: step!.id, settings },
  }
}

/** The steps of a workflow that a call may start. */
async function callsOf(
  context: AppContext<'isolation'>,
  { workflow_id, tenant_id, source }: { workflow_id: string; tenant_id: string; source: string },
) {
  const before = triggers.get(workflow_id)
  if (before?.source === source) return before.steps
  // A share of its own: however many previews of the tenant wait, its webhooks do not.
  const { document } = await readText(context, source, { owner: `${tenant_id} webhooks` })
  const steps = (document?.steps ?? [])
    .filter((step) => !step.disabled && called.has(step.element))
    .map(({ id, settings }) => ({ id, settings }))
  if (triggers.size > 1_000) triggers.clear()
  triggers.set(workflow_id, { source, steps })
  return steps
}
