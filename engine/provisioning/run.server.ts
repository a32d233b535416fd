import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { inScope, systemScope, type Scope } from '@weft/kit/database/connect.server.ts'
import type { Tables } from '@weft/kit/database/tables.ts'
import { invalidFields, notFound } from '@weft/kit/errors/common.ts'
import { Conflict, Unavailable, WeftError, type FieldErrors } from '@weft/kit/errors/errors.ts'
import type { StorageChoice } from '@weft/kit/define/storage.ts'
import { ignoring } from '@weft/kit/log/ignore.server.ts'
import { languages, say, type Message, type Text } from '@weft/kit/messages/messages.ts'
import { publish } from '@weft/kit/realtime/publish.server.ts'
import { hashPassword } from '@weft/kit/secrets/passwords.server.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { sealText } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import { isFull } from '../records/failures.ts'
import type { AccountKind, AccountDraft, PartnerDraft, TenantDraft } from '@weft/kit/define/account-draft.ts'
import { withSubjectLock, isHeld } from './subject-lock.server.ts'
import type { Provisioning, Results, ProvisioningStep, Stored, StoredStorage, Work } from './step.server.ts'
import { steps } from './steps.server.ts'
import { stepTitles, texts, type StepKey } from './texts.ts'
import { isWorkspaceTaken } from './workspaces.server.ts'

type StepState = 'pending' | 'running' | 'done' | 'failed' | 'undone'
export type RunState = 'pending' | 'running' | 'done' | 'failed' | 'undoing' | 'undone'
/** What went wrong, in both languages, and what the system said about it. */
type StepError = { code: string; message: Text; detail: string }

type Db = Kysely<Tables>
type Run = {
  id: string
  kind: AccountKind
  subject_id: string
  state: RunState
  input: Stored
  results: Results
  states: Map<StepKey, StepState>
}

/** Notes what is to be created; nothing is done yet. The caller's scope decides whose tenant it becomes; partners are the provider's. */
export async function createRun(
  deps: Pick<Provisioning, 'db' | 'key'>,
  scope: Scope,
  subject: { kind: 'tenant'; draft: TenantDraft } | { kind: 'partner'; draft: PartnerDraft },
): Promise<string> {
  const { kind, draft } = subject
  await refuseTaken(deps.db, kind, draft)
  const { password, ...user } = draft.user
  const partner_id =
    kind === 'partner' ? null : scope.level === 'partner' ? scope.partner_id : (subject.draft.partner_id ?? null)
  const id = randomUUID()
  const input: Stored = {
    ...draft,
    storage: draft.storage && sealed(deps.key, id, draft.storage),
    ...(kind === 'tenant' && { partner_id }),
    user: { ...user, password_hash: password ? await hashPassword(password) : null },
  }
  return inScope(deps.db, scope, async (trx) => {
    await trx
      .insertInto('provisioning_runs')
      .values({ id, kind, partner_id, input: JSON.stringify(input), started_by: scope.user_id ?? null })
      .execute()
    await trx
      .insertInto('provisioning_steps')
      .values(steps.map(({ key }, position) => ({ run_id: id, key, position: position + 1 })))
      .execute()
    return id
  }).catch((error: Error & { constraint?: string }) => {
    if (error.constraint === 'provisioning_runs_workspace')
      throw invalidFields({ workspace: [texts.domainAssigned({ domain: draft.workspace })] })
    throw error
  })
}

const sealed = (keys: Keyring, run_id: string, { password, ...choice }: StorageChoice): StoredStorage => ({
  ...choice,
  secret:
    password === ''
      ? ''
      : sealText(keys, placeIn(sealedColumns.setup_input, { id: run_id }, ['storage', 'secret']), password),
})

/** Runs every step that is not done yet, in order, until one fails. Also how an interrupted run goes on. */
export const runAll = (deps: Provisioning, run_id: string) =>
  exclusively(deps, run_id, async (own, run) => {
    for (const step of steps) if (!(await perform(own, run, step))) break
  })

/** Runs one step; refused while an earlier one is not done. */
export const runStep = (deps: Provisioning, run_id: string, key: string) =>
  exclusively(deps, run_id, async (own, run) => {
    const step = steps.find((one) => one.key === key)
    if (!step) throw notFound()
    const missing = steps.slice(0, steps.indexOf(step)).find((earlier) => run.states.get(earlier.key) !== 'done')
    if (missing) throw new Conflict('PROVISIONING_ORDER', outOfOrder(missing.key))
    await perform(own, run, step)
  })

/** Takes back what was done, last step first. Refused once the account is in use. */
export const undoRun = (deps: Provisioning, run_id: string) =>
  exclusively(deps, run_id, async (own, run) => {
    await refuseUsed(own.db, run)
    await undo(own, run)
  })

/** Goes on with an undoing, whatever the account was used for meanwhile: whoever began it was asked. */
export const undoForGood = (deps: Provisioning, run_id: string) => exclusively(deps, run_id, undo)

async function undo(own: Provisioning, run: Run) {
  await setRun(own.db, run, 'undoing')
  for (const step of steps.toReversed()) {
    if (['pending', 'undone'].includes(run.states.get(step.key)!)) continue
    try {
      await step.undo(workOf(own, run, step))
    } catch (error) {
      await setStep(own.db, run, step.key, { state: 'failed', error: errorOf(error, step, run.kind) })
      return setRun(own.db, run, 'failed')
    }
    await setStep(own.db, run, step.key, { state: 'undone', result: {} })
  }
  await setRun(own.db, run, 'undone')
}

async function refuseUsed(db: Db, { kind, subject_id, state }: Run) {
  if (state === 'undoing') return
  if (kind === 'partner') {
    const tenant = await inScope(db, systemScope, (trx) =>
      trx
        .selectFrom('tenants')
        .select('id')
        .where('partner_id', '=', subject_id)
        .where('kind', '=', 'client')
        .limit(1)
        .executeTakeFirst(),
    )
    if (tenant) throw new Conflict('PARTNER_IN_USE', texts.partnerInUse())
  }
  const used = await inScope(db, { level: 'tenant', tenant_id: subject_id }, (trx) =>
    trx.selectFrom('projects').select('id').limit(1).executeTakeFirst(),
  )
  if (used) throw new Conflict('TENANT_IN_USE', texts.inUse())
}

/** Goes on with what a stopped process left half-done. Answers the runs it took up. */
export async function resumeInterrupted(deps: Provisioning): Promise<string[]> {
  const left = await inScope(deps.db, systemScope, (trx) =>
    trx.selectFrom('provisioning_runs').select(['id', 'state']).where('state', 'in', ['running', 'undoing']).execute(),
  )
  const taken: string[] = []
  for (const { id, state } of left) {
    const resumed = await (state === 'undoing' ? undoForGood : runAll)(deps, id).then(
      () => true,
      ignoring('an interrupted setup was not taken up', false),
    )
    if (resumed) taken.push(id)
  }
  return taken
}

/** Whether a run that says it is under way has nobody working on it. */
export const isInterrupted = async (db: Db, { state, subject_id }: { state: string; subject_id: string }) =>
  (state === 'running' || state === 'undoing') && !(await isHeld(db, subject_id))

async function refuseTaken(db: Db, kind: AccountKind, { name, workspace, user }: AccountDraft) {
  const errors = await inScope(db, systemScope, async (trx) => {
    const fields: FieldErrors = {}
    if (await isWorkspaceTaken(trx, workspace)) fields['workspace'] = [texts.domainAssigned({ domain: workspace })]
    const namesake =
      kind === 'partner'
        ? await trx.selectFrom('partners').select('id').where('name', '=', name).executeTakeFirst()
        : await trx
            .selectFrom('tenants')
            .select('id')
            .where('name', '=', name)
            .where('kind', '=', 'client')
            .executeTakeFirst()
    if (namesake) fields['name'] = [texts.nameTaken({ name })]
    const email = await trx
      .selectFrom('users')
      .select('id')
      .where((eb) => eb(eb.fn('lower', ['email']), '=', user.email))
      .executeTakeFirst()
    if (email) fields['user.email'] = [texts.emailTaken({ email: user.email })]
    return fields
  })
  if (Object.keys(errors).length > 0) throw invalidFields(errors)
}

/** One process at a time works on a tenant, and the connection that holds the lock does all the work. */
async function exclusively(
  deps: Provisioning,
  run_id: string,
  work: (own: Provisioning, run: Run) => Promise<void>,
): Promise<RunState> {
  const { subject_id } = await inScope(deps.db, systemScope, (trx) =>
    trx.selectFrom('provisioning_runs').select('subject_id').where('id', '=', run_id).executeTakeFirst(),
  ).then((row) => row ?? Promise.reject(notFound()))
  return withSubjectLock(deps.db, subject_id, async (db) => {
    const run = await loadRun(db, run_id)
    if (run.state === 'undone') throw new Conflict('PROVISIONING_UNDONE', texts.gone())
    await work({ ...deps, db }, run)
    return run.state
  })
}

async function loadRun(db: Db, id: string): Promise<Run> {
  return inScope(db, systemScope, async (trx) => {
    const run = await trx.selectFrom('provisioning_runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const rows = await trx.selectFrom('provisioning_steps').selectAll().where('run_id', '=', id).execute()
    return {
      id,
      kind: run.kind as AccountKind,
      subject_id: run.subject_id,
      state: run.state as RunState,
      input: run.input as Stored,
      results: Object.fromEntries(rows.map((row) => [row.key, row.result])) as Results,
      states: new Map(rows.map((row) => [row.key as StepKey, row.state as StepState])),
    }
  })
}

/** Answers whether the step is done now. */
async function perform(deps: Provisioning, run: Run, step: ProvisioningStep): Promise<boolean> {
  if (run.states.get(step.key) === 'done') return true
  await setRun(deps.db, run, 'running')
  await setStep(deps.db, run, step.key, { state: 'running' })
  try {
    await step.run(workOf(deps, run, step))
  } catch (error) {
    await setStep(deps.db, run, step.key, { state: 'failed', error: errorOf(error, step, run.kind) })
    await setRun(deps.db, run, 'failed')
    return false
  }
  await setStep(deps.db, run, step.key, { state: 'done' })
  const all = steps.every(({ key }) => run.states.get(key) === 'done')
  if (all) await forgetSecrets(deps.db, run)
  await setRun(deps.db, run, all ? 'done' : 'pending')
  return true
}

function workOf(deps: Provisioning, run: Run, { key }: ProvisioningStep): Work {
  const own = run.results[key]
  return {
    deps,
    run_id: run.id,
    kind: run.kind,
    tenant_id: run.subject_id,
    draft: run.input,
    results: run.results,
    own,
    async remember(more) {
      Object.assign(own, more)
      await setStep(deps.db, run, key, { result: own })
    },
  }
}

async function setStep(
  db: Db,
  run: Run,
  key: StepKey,
  { state, result, error }: { state?: StepState; result?: object; error?: StepError },
) {
  await inScope(db, systemScope, async (trx) => {
    const now = new Date().toISOString()
    await trx
      .updateTable('provisioning_steps')
      .set({
        ...(result && { result: JSON.stringify(result) }),
        ...(state && { state, error: error ? JSON.stringify(error) : null }),
        ...(state === 'running' && { started_at: now, finished_at: null }),
        ...(state && state !== 'running' && { finished_at: now }),
      })
      .where('run_id', '=', run.id)
      .where('key', '=', key)
      .execute()
    await publish(
      trx,
      { topic: `provisioning:${run.id}` },
      { type: 'provisioning', data: { run_id: run.id, step: key, ...(state && { state }) } },
    )
  })
  if (state) run.states.set(key, state)
}

async function setRun(db: Db, run: Run, state: RunState) {
  if (run.state === state) return
  await inScope(db, systemScope, async (trx) => {
    await trx.updateTable('provisioning_runs').set({ state }).where('id', '=', run.id).execute()
    await publish(
      trx,
      { topic: `provisioning:${run.id}` },
      { type: 'provisioning', data: { run_id: run.id, run_state: state } },
    )
  })
  run.state = state
}

/** Once all is done, only the SFTP password is still wanted: the finish page shows it once. */
async function forgetSecrets(db: Db, run: Run) {
  await inScope(db, systemScope, async (trx) => {
    await trx
      .updateTable('provisioning_runs')
      .set({ input: sql`input #- '{user,password_hash}' #- '{storage,secret}'` })
      .where('id', '=', run.id)
      .execute()
    await trx
      .updateTable('provisioning_steps')
      .set({ result: sql`result #- '{login,secret}'` })
      .where('run_id', '=', run.id)
      .execute()
  })
}

function errorOf(error: unknown, { failed }: ProvisioningStep, kind: AccountKind): StepError {
  const known = error instanceof WeftError ? error : new Unavailable(failed.code, failed.say(kind), { cause: error })
  const cause = known.cause as (Error & { errors?: Error[] }) | undefined
  const said = cause && isFull(cause) ? [known.say, texts.diskFull()] : [known.say]
  return {
    code: known.code,
    message: inBoth((language) => said.map((message) => say(message, language)).join(' ')),
    detail: cause?.message || cause?.errors?.[0]?.message || '',
  }
}

const outOfOrder = (key: StepKey): Message => ({
  text: inBoth((language) => say(texts.outOfOrder({ step: say(stepTitles[key](), language) }), language)),
  values: {},
})

const inBoth = (speak: (language: (typeof languages)[number]) => string) =>
  Object.fromEntries(languages.map((language) => [language, speak(language)])) as Text
