import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import type { DynamicField } from '@weft/kit/define/model.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { generatePassword } from '@weft/kit/secrets/generate-password.ts'
import type { FastifyInstance } from 'fastify'
import { startSession } from '../auth/sessions.ts'
import type { SignIn } from '../first-start.ts'
import type { AppContext } from '../context.ts'
import { billDemo } from './billing.ts'
import { DemoCaller } from './caller.ts'
import { demoDataSets, demoInsights } from './insights.ts'
import { masters, orderMapping, salesOrder, shopOrder } from './northwind.ts'
import { bringPlugin } from './plugin.ts'
import { keepDemoSignIns } from './sign-ins.ts'
import { masterWorkflow, orderWorkflow } from './workflows.ts'

const files = new URL('./files/', import.meta.url)
const mark = 'demo'

/**
 * Makes the demo on an empty installation through the same API everybody uses: a partner, its tenant, a project with
 * the Northwind orders, a mapping, two workflows that have run, three insights, an invoice and a plugin. Done once; a
 * second server waits for nobody and does nothing.
 */
export async function seedDemo(
  app: FastifyInstance,
  context: AppContext<'db' | 'demo_sign_ins' | 'key'>,
): Promise<SignIn[] | undefined> {
  const begun = await inScope(context.db, systemScope, (trx) =>
    trx
      .insertInto('settings')
      .values({ key: mark, value: '"seeding"' })
      .onConflict((oc) => oc.doNothing())
      .executeTakeFirst(),
  )
  if (begun.numInsertedOrUpdatedRows === 0n) return undefined
  // Nobody reads the mailboxes of the demo, so that a code by mail would keep everybody out once a mail server is set.
  await inScope(context.db, systemScope, (trx) =>
    trx
      .insertInto('settings')
      .values({ key: 'security', value: JSON.stringify({ two_factor: false }) })
      .onConflict((oc) => oc.doNothing())
      .execute(),
  )
  const admin = await administrator(app, context.db)
  const { partner, tenant, tenant_id, tenant_token } = await accounts(admin)
  await billDemo(admin, tenant_id)
  await bringPlugin(admin)
  const clerk = (await DemoCaller.signIn(app, 'app', tenant)).with({ 'x-api-key': tenant_token })
  const project = await clerk.post('projects', {
    name: 'Commerce hub',
    short: 'hub',
    description: 'Brings the shop’s orders to everybody who needs them.',
  })
  await furnish(clerk.with({ 'x-project-id': project.id }))
  // Users who look at their sessions find only their own.
  for (const caller of [clerk, admin]) await caller.post('auth/logout')
  const sign_ins = [partner, tenant]
  await inScope(context.db, systemScope, async (trx) => {
    await keepDemoSignIns(trx, context.key, sign_ins)
    await trx.updateTable('settings').set({ value: '"ready"' }).where('key', '=', mark).execute()
  })
  context.demo_sign_ins = sign_ins
  return sign_ins
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

async function accounts(admin: DemoCaller) {
  const partner = { email: 'nora@nordlicht.example', password: generatePassword(), about: 'partner' }
  const tenant = { email: 'hanna@hanse-handel.example', password: generatePassword(), about: 'tenant' }
  const { id: partner_id } = await admin.post('partners', {
    name: 'Nordlicht Digital',
    short: 'ND',
    workspace: 'nordlicht.example',
    language: 'de',
    user: { first_name: 'Nora', last_name: 'Nielsen', email: partner.email, password: partner.password },
  })
  const { id, api_token } = await admin.post('clients', {
    name: 'Hanse Handel',
    short: 'HH',
    workspace: 'hanse-handel.example',
    language: 'de',
    partner_id,
    email: 'kontakt@hanse-handel.example',
    user: { first_name: 'Hanna', last_name: 'Hansen', email: tenant.email, password: tenant.password },
  })
  return { partner, tenant, tenant_id: id as string, tenant_token: api_token as string }
}

type Project = Pick<DemoCaller, 'get' | 'post' | 'put' | 'upload'>

/** Everything inside the project, with two workflows that have run. */
export async function furnish(project: Project) {
  for (const name of [
    'customers.csv',
    'products.csv',
    'orders.csv',
    'order-details.csv',
    'categories.csv',
    'employees.csv',
    'suppliers.csv',
  ])
    await project.upload('files?path=northwind', name, await readFile(new URL(`northwind/${name}`, files)))
  await project.upload('files?path=northwind', 'country-codes.csv', await readFile(new URL('country-codes.csv', files)))

  const master = []
  for (const { file, class_name, table_name, label, key } of masters) {
    const { model_id, fields } = await understood(project, file, label, key)
    const structure = await project.post('data_structures', {
      class_name,
      table_name,
      label,
      description: `From ${file}.`,
      content_identifier: key,
      fields,
    })
    master.push({ step: table_name, file, model_id, structure_id: structure.id as string, key, fields })
  }
  const [customers, products, countries] = master as [
    (typeof master)[number],
    (typeof master)[number],
    (typeof master)[number],
  ]
  await runThrough(project, { label: 'Load master data', class_name: 'LoadMasterData', source: masterWorkflow(master) })

  const source = await project.post('data_structures', shopOrder)
  const target = await project.post('data_structures', salesOrder)
  const named = (original: string) => countries.fields.find((field) => field.original_name === original)!.name
  const definition = orderMapping({
    customers: customers.structure_id,
    products: products.structure_id,
    countries: countries.structure_id,
    country_name: named('CLDR display name'),
    country_code: named('ISO3166-1-Alpha-2'),
  })
  const mapping = await project.post('mappings', {
    label: 'Shop order to sales order',
    description: 'Heads, lines, exact totals and ISO countries.',
    source_structure_id: source.id,
    target_structure_id: target.id,
    definition,
  })

  const orders = await understood(project, 'orders.csv', 'Orders file', 'order_id')
  // a line is told by its order and its product together
  const lines = await understood(project, 'order-details.csv', 'Order lines file', 'line_id', [
    { name: 'line_id', glue: '-', values: ['order_id', 'product_id'] },
  ])
  const workflow = {
    orders_model: orders.model_id,
    lines_model: lines.model_id,
    mapping_id: mapping.id as string,
    shop_orders: source.id as string,
    sales_orders: target.id as string,
  }
  const nightly = await runThrough(project, {
    label: 'Import sales orders',
    class_name: 'ImportSalesOrders',
    source: orderWorkflow(workflow),
  })
  await project.post('workflow_tokens', { workflow_id: nightly, name: 'Shop' })
  await project.put(`workflows/${nightly}/triggers`, { active: true })

  const sets = { countries: '', months: '', products: '' }
  for (const { key, ...data_set } of demoDataSets(target.id)) sets[key] = (await project.post('data_sets', data_set)).id
  for (const insight of demoInsights(sets)) await project.post('insights', insight)
}

/** Lets the analysis look at a stored file and keeps what it found as a dynamic model; answers the fields for a structure, too. */
async function understood(
  project: Project,
  file: string,
  model_name: string,
  primary_key: string,
  dynamic_fields: DynamicField[] = [],
): Promise<{ model_id: string; fields: StructureField[] }> {
  const path = `northwind/${file}`
  const found = await project.post('dynamic_models/analyze', {
    file: path,
    analyse_entry_quantity: 5_000,
    dynamic_fields,
    primary_key,
  })
  const { id } = await project.post('dynamic_models', {
    model_name,
    type: found.type,
    options: found.options,
    fields: found.fields,
    dynamic_fields,
    sample_file: path,
    primary_key,
  })
  return { model_id: id, fields: found.proposal.fields }
}

/** Makes a workflow, publishes it, runs it, waits for the end and answers its id; anything but a success is an error of the demo. */
async function runThrough(
  project: Project,
  draft: { label: string; class_name: string; source: string },
): Promise<string> {
  const workflow = await project.post('workflows', draft)
  await project.post(`workflows/${workflow.id}/publish`)
  const { job_id } = await project.post(`workflows/${workflow.id}/run`)
  for (let i = 0; i < 600; i++) {
    const job = await project.get(`jobs/${job_id}`)
    if (job.status === 'stopped') return workflow.id
    if (['error', 'warning', 'aborted', 'info'].includes(job.status))
      throw new Error(`The demo's workflow ${draft.label} ended ${job.status}: ${JSON.stringify(job.error)}`)
    await sleep(100)
  }
  throw new Error(`The demo's workflow ${draft.label} did not end within a minute`)
}
