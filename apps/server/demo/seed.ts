import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import { log } from '@weft/kit/log/log.server.ts'
import type { FastifyInstance } from 'fastify'
import { startSession } from '../auth/sessions.ts'
import type { SignIn } from '../first-start.ts'
import type { AppContext } from '../context.ts'
import { hanse, newSignIns, offered, tenantOf, type Accounts } from './accounts.ts'
import { billDemo } from './billing.ts'
import { DemoCaller } from './caller.ts'
import { furnishHub } from './commerce-hub.ts'
import { nobody } from './failures.ts'
import { bringPlugin } from './plugin.ts'
import { alone, beginDemo, demoIsDone, hub, partIsDone } from './progress.ts'
import { keepDemoSignIns, readDemoSignIns } from './sign-ins.ts'
import { furnishSmall, smallProjects } from './small-projects.ts'
import { askForSupport } from './support.ts'

/**
 * Makes the demo on an empty installation through the same API everybody uses: two partners, five tenants, a project with a shop's year
 * of orders, run through, an invoice and a plugin. Done once, part by part: a second server that starts meanwhile does nothing, one that
 * starts after a crash goes on with the parts that are missing. `offer` hears of the sign-ins as soon as the large project is there.
 */
export async function seedDemo(
  app: FastifyInstance,
  context: AppContext<'db' | 'demo_sign_ins' | 'key'>,
  offer: (sign_ins: SignIn[]) => void,
): Promise<void> {
  await alone(context.db, async () => {
    const done = await beginDemo(context.db)
    if (!done) return
    const began = performance.now()
    /** What a server that stops has left unfinished, its next start goes on with. */
    const isStopping = () => !app.server.listening
    /** A part that fails leaves the others alone, and is tried again. */
    const part = async (name: string, work: () => Promise<unknown>): Promise<boolean> => {
      if (done.includes(name)) return true
      if (isStopping()) return false
      try {
        await work()
        await partIsDone(context.db, name)
        done.push(name)
        return true
      } catch (error) {
        if (isStopping()) return false
        log.error({ err: error, part: name }, 'a part of the demo could not be made')
        return false
      }
    }
    const accounts = await openAccounts(app, context)
    const { admin } = accounts
    const { tenant_id, user } = await tenantOf(accounts, hanse)
    const large = async () => {
      const is_there = await part(hub, async () => {
        await furnishHub(await anew(user, commerceHub), (path, body) => callHook(app, path, body))
      })
      if (!is_there || context.demo_sign_ins.length > 0) return is_there
      context.demo_sign_ins = offered(accounts.sign_ins)
      offer(context.demo_sign_ins)
      return true
    }
    const others = async () => {
      const made = [
        await part('billing', () => billDemo(admin, tenant_id)),
        await part('support', () => askForSupport(user, admin)),
        await part('plugin', () => bringPlugin(admin)),
      ]
      for (const small of smallProjects)
        made.push(
          await part(small.tenant.workspace, async () => {
            const { user: owner } = await tenantOf(accounts, small.tenant)
            await furnishSmall(await anew(owner, small.project), small)
            await owner.post('auth/logout')
          }),
        )
      return made.every(Boolean)
    }
    let whole = false
    for (let tries = 1; tries <= mostTries && !whole && !isStopping(); tries++) {
      // The smaller accounts would take the processors from the project that visitors wait for.
      const is_there = await large()
      whole = (await others()) && is_there
    }
    if (isStopping()) return
    // Users who look at their sessions find only their own.
    for (const caller of [user, admin]) await caller.post('auth/logout')
    if (!whole) return
    await inScope(context.db, systemScope, (trx) => keepDemoSignIns(trx, context.key, offered(accounts.sign_ins)))
    await demoIsDone(context.db)
    log.info({ ms: Math.round(performance.now() - began) }, 'the demo is complete')
  })
}

/** A machine that is busy with other things lets a part run into a limit; what is missing then is left to the next start. */
const mostTries = 3

const commerceHub = {
  name: 'Commerce hub',
  short: 'hub',
  description: 'Brings the shop’s orders to everybody who needs them.',
}

/** What has to stand before anybody of the demo can sign in. */
async function openAccounts(app: FastifyInstance, { db, key }: AppContext<'db' | 'key'>): Promise<Accounts> {
  const sign_ins = await inScope(db, systemScope, async (trx) => {
    // Nobody reads the mailboxes of the demo, so that a code by mail would keep everybody out once a mail server is set.
    await trx
      .insertInto('settings')
      .values({ key: 'security', value: JSON.stringify({ two_factor: false }) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const kept = await readDemoSignIns(trx, key)
    if (kept.length > 0) return kept
    const made = newSignIns()
    await keepDemoSignIns(trx, key, made)
    return made
  })
  const admin = await administrator(app, db)
  // A call of the demo is to find that nobody listens, not that it may not be made.
  const { allow } = (await admin.get('settings/egress')) as { allow: { host: string; port?: number }[] }
  if (!allow.some(({ host, port }) => host === nobody.host && port === nobody.port))
    await admin.put('settings/egress', { allow: [...allow, nobody] })
  return { app, admin, sign_ins }
}

/** The first administrator, by a session of their own. */
async function administrator(app: FastifyInstance, db: Database) {
  return inScope(db, systemScope, async (trx) => {
    const { id } = await trx
      .selectFrom('users')
      .select('id')
      .where('kind', '=', 'admin')
      .orderBy('created_at')
      .executeTakeFirstOrThrow()
    const token = await startSession(trx, id, { address: 'demo', agent: 'demo' })
    return new DemoCaller(app, 'admin', { 'accept-language': 'en', authorization: `Bearer ${token}` })
  })
}

/** A new project; what a server has left unfinished of it is deleted. */
async function anew(user: DemoCaller, draft: { name: string; short: string; description: string }) {
  const projects = (await user.get('projects')) as { id: string; name: string }[]
  for (const { id } of projects.filter(({ name }) => name === draft.name)) await user.delete(`projects/${id}`)
  const { id } = await user.post('projects', draft)
  return user.with({ 'x-project-id': id })
}

async function callHook(app: FastifyInstance, path: string, payload: object) {
  const answer = await app.inject({ method: 'POST', url: path, payload })
  if (answer.statusCode !== 202) throw new Error(`The demo's webhook answered ${answer.statusCode}: ${answer.body}`)
}
