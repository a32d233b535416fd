import { isInterrupted } from '@weft/engine/provisioning/run.server.ts'
import { stepTitles, type StepKey } from '@weft/engine/provisioning/texts.ts'
import { inScope, type Database, type Scope } from '@weft/kit/database/connect.server.ts'
import type { ProvisioningRun } from '@weft/contracts/provisioning-runs.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { say, type Language, type Text } from '@weft/kit/messages/messages.ts'

type Result = { login?: { database: string; username: string; engine: string }; secret?: string } & Record<
  string,
  unknown
>

type Draft = ProvisioningRun['draft']
type Stored = Omit<Draft, 'partner_id' | 'server_id'> &
  Partial<Pick<Draft, 'partner_id' | 'server_id'>> & { user: { password_hash?: unknown } }

/** A run with its steps, as the wizard shows it: titles and errors in the reader's language, no password in any form. */
export async function runView(db: Database, scope: Scope, id: string, language: Language): Promise<ProvisioningRun> {
  const { run, steps } = await inScope(db, scope, async (trx) => {
    const run = await trx.selectFrom('provisioning_runs').selectAll().where('id', '=', id).executeTakeFirst()
    if (!run) throw notFound()
    return {
      run,
      steps: await trx
        .selectFrom('provisioning_steps')
        .selectAll()
        .where('run_id', '=', id)
        .orderBy('position')
        .execute(),
    }
  })
  const { name, short, workspace, language: spoken, partner_id = null, server_id = null, user } = run.input as Stored
  const { password_hash: _, ...person } = user
  return {
    id: run.id,
    kind: run.kind as 'tenant' | 'partner',
    state: run.state,
    interrupted: await isInterrupted(db, run),
    tenant_id: run.tenant_id,
    draft: { name, short, workspace, language: spoken, partner_id, server_id, user: person },
    created_at: run.created_at,
    updated_at: run.updated_at,
    steps: steps.map((step) => ({
      key: step.key,
      position: step.position,
      title: say(stepTitles[step.key as StepKey](), language),
      state: step.state,
      result: shown(step.result as Result),
      error: errorIn(step.error as { code: string; message: Text; detail: string } | null, language),
      started_at: step.started_at,
      finished_at: step.finished_at,
      duration_ms:
        step.started_at && step.finished_at ? Date.parse(step.finished_at) - Date.parse(step.started_at) : null,
    })),
  }
}

/** What a step left, with every password as the mere fact that there is one. */
function shown({ login, secret, ...rest }: Result) {
  return {
    ...rest,
    ...(login && { database: login.database, username: login.username, engine: login.engine }),
    ...(secret && { password: { set: true } }),
  }
}

const errorIn = (error: { code: string; message: Text; detail: string } | null, language: Language) =>
  error && { code: error.code, message: error.message[language], detail: error.detail }
