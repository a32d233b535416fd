import { randomBytes, randomUUID } from 'node:crypto'
import type { integrationContract } from '@weft/contracts/integrations.ts'
import { createStructure, dropStructure } from '@weft/engine/records/structures.server.ts'
import type { BodyOf } from '@weft/kit/contracts/route.ts'
import { inScope, type ProjectScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { can } from '@weft/kit/define/permissions.ts'
import { shapeOfTable } from '@weft/kit/define/table-shape.ts'
import { classNameOf } from '@weft/kit/define/technical-name.ts'
import { forbidden, invalidFields, notFound } from '@weft/kit/errors/common.ts'
import { Conflict, NotFound, type FieldErrors } from '@weft/kit/errors/errors.ts'
import type { IntegrationDraft } from '@weft/kit/integrations/draft.ts'
import type { TableProfile } from '@weft/kit/integrations/profile.ts'
import { defineMessages, say, type Language } from '@weft/kit/messages/messages.ts'
import { sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { secretValuesIn } from '../config-values/secret-values.ts'
import { refuseWrong } from '../mappings/view.ts'
import { freeClassName, usualQueue } from '../workflows/create.ts'
import { checkText, type CheckedWorkflow } from '../workflows/read-text.ts'
import { saveWorkflow } from '../workflows/save.ts'
import { startRun } from '../workflows/start-run.ts'
import { readDraft } from './drafts.ts'
import { draftProblems } from './plan/check.ts'
import { mappingOf } from './plan/mapping.ts'
import { sourceFields, structureDraft, targetFields } from './plan/structures.ts'
import { personalDataKey, workflowOf, type MadeTable } from './plan/workflow.ts'

const texts = defineMessages({
  saving: { en: 'This integration is being saved already.', de: 'Diese Integration wird bereits gespeichert.' },
  taken: {
    en: 'There is already a data structure with this table.',
    de: 'Es gibt bereits eine Datenstruktur mit dieser Tabelle.',
  },
  created: { en: 'Create {label}', de: '{label} anlegen' },
  comes: { en: 'Comes from {table} of {connection}.', de: 'Kommt aus {table} von {connection}.' },
  source: { en: '{label} (at the source)', de: '{label} (an der Quelle)' },
  sourceText: {
    en: 'What {table} of {connection} delivers. Nothing is stored here; the mapping starts from it.',
    de: 'Was {table} von {connection} liefert. Hier wird nichts gespeichert; das Mapping geht davon aus.',
  },
  key: {
    en: 'Hashes of personal data are made with it. Another value gives other hashes.',
    de: 'Damit entstehen die Hashes von Personendaten. Ein anderer Wert ergibt andere Hashes.',
  },
})

type Context = AppContext<'databases' | 'db' | 'fileStore' | 'isolation' | 'jobs' | 'key' | 'ways'>
type Making = { begun_at?: string; structures?: string[]; mappings?: string[] }
type Planned = Omit<MadeTable, 'structure_id' | 'mapping_id'> &
  Record<'structure_id' | 'source_structure_id' | 'mapping_id', string>

/**
 * Makes of a draft what it stands for: data structures with their tables, mappings, one published workflow. The tables lie in another
 * database, so the ids of all that is made are kept with the draft before: whatever goes wrong, now or before a crash, is taken away again.
 */
export async function saveIntegration(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  { run }: BodyOf<(typeof integrationContract)['POST /integration_drafts/:id/save']>,
): Promise<string> {
  const { db } = context
  const { user, language } = request
  const scope = request.scope as ProjectScope
  if (!can(user, 'structures', 'create')) throw forbidden()
  const draft = await inScope(db, scope, (trx) => readDraft(trx, { user_id: user.id }, id))
  const problems = draftProblems(draft.data, draft.profiles as Record<string, TableProfile>)
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
  const connection = await inScope(db, scope, (trx) =>
    trx
      .selectFrom('connections')
      .select(['id', 'name', 'label'])
      .where('id', '=', draft.connection_id)
      .executeTakeFirst(),
  )
  if (!connection) throw notFound()
  await inScope(db, scope, (trx) => refuseTaken(trx, draft.data))
  const planned = plannedTables(draft.data, draft.profiles as Record<string, TableProfile>)
  const before = await inScope(db, scope, (trx) => beginMaking(trx, id, planned))
  await takeAway(context, scope, before)
  let workflow_id: string
  try {
    await makeStructures(context, scope, { planned, connection, language })
    await inScope(db, scope, async (trx) => {
      await makeMappings(trx, planned)
      if (planned.some((table) => isProtected(table))) await makeKey(context, scope, trx, language)
    })
    const text = workflowOf(draft.data, connection.name, planned, language)
    const checked = await checkText(context, scope, text, isolated(request, reply))
    workflow_id = await inScope(db, scope, (trx) =>
      makeRest(trx, request, { id, draft: draft.data, connection_id: connection.id, planned, checked }),
    )
  } catch (error) {
    await takeAway(context, scope, idsOf(planned))
    await inScope(db, scope, (trx) =>
      trx.updateTable('integration_drafts').set({ making: '{}' }).where('id', '=', id).execute(),
    )
    throw error
  }
  if (run) {
    const { job_id } = await startRun(context, request, workflow_id, { parameters: {} }, isolated(request, reply))
    await inScope(db, scope, (trx) =>
      trx.updateTable('integrations').set({ first_job_id: job_id }).where('id', '=', id).execute(),
    )
  }
  return id
}

const isProtected = ({ draft }: Planned) =>
  draft.fields.some(({ treatment }) => treatment === 'hash' || treatment === 'mask')

function plannedTables({ tables }: IntegrationDraft, profiles: Record<string, TableProfile>): Planned[] {
  return tables.map((draft, i) => ({
    draft,
    profile: profiles[draft.name]!,
    step: `${draft.stored_as.slice(0, 40).replace(/_+$/, '')}${tables.findIndex((one) => one.stored_as.slice(0, 40) === draft.stored_as.slice(0, 40)) === i ? '' : `_${i + 1}`}`,
    structure_id: randomUUID(),
    source_structure_id: randomUUID(),
    mapping_id: randomUUID(),
  }))
}

const sourceTable = (name: string) => `${name.slice(0, 56).replace(/_+$/, '')}_source`

async function refuseTaken(trx: Scoped, { tables }: IntegrationDraft) {
  const names = tables.flatMap(({ stored_as }) => [stored_as, sourceTable(stored_as)])
  const classes = names.map(classNameOf)
  const found = await trx
    .selectFrom('data_structures')
    .select(['table_name', 'class_name'])
    .where((eb) => eb.or([eb('table_name', 'in', names), eb('class_name', 'in', classes)]))
    .execute()
  const isTaken = (name: string) => found.some((one) => one.table_name === name || one.class_name === classNameOf(name))
  const problems: FieldErrors = {}
  for (const [i, { stored_as }] of tables.entries())
    if (isTaken(stored_as) || isTaken(sourceTable(stored_as))) problems[`tables.${i}.stored_as`] = [texts.taken()]
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
}

const idsOf = (planned: Planned[]): Making => ({
  structures: planned.flatMap(({ structure_id, source_structure_id }) => [structure_id, source_structure_id]),
  mappings: planned.map(({ mapping_id }) => mapping_id),
})

const saving_ms = 120_000

/** From now on nobody else saves it; answers what an attempt that ended with its server has left behind. */
async function beginMaking(trx: Scoped, id: string, planned: Planned[]): Promise<Making> {
  const row = await trx
    .selectFrom('integration_drafts')
    .select('making')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  const before = row.making as Making
  if (before.begun_at && Date.now() - Date.parse(before.begun_at) < saving_ms)
    throw new Conflict('INTEGRATION_SAVING', texts.saving())
  await trx
    .updateTable('integration_drafts')
    .set({ making: JSON.stringify({ ...idsOf(planned), begun_at: new Date().toISOString() }) })
    .where('id', '=', id)
    .execute()
  return before
}

async function takeAway(context: Context, scope: ProjectScope, { structures = [], mappings = [] }: Making) {
  if (mappings.length > 0)
    await inScope(context.db, scope, (trx) => trx.deleteFrom('mappings').where('id', 'in', mappings).execute())
  for (const id of structures)
    await dropStructure(context, scope, id).catch((error: unknown) => {
      if (!(error instanceof NotFound)) throw error
    })
}

type Made = { planned: Planned[]; connection: { label: string }; language: Language }

async function makeStructures(context: Context, scope: ProjectScope, { planned, connection, language }: Made) {
  for (const { draft, profile, structure_id, source_structure_id } of planned) {
    const values = { table: draft.name, connection: connection.label }
    const label = `${connection.label}: ${draft.name}`.slice(0, 191)
    const own = { class_name: classNameOf(draft.stored_as), table_name: draft.stored_as, label }
    await createStructure(context, scope, {
      id: structure_id,
      ...structureDraft(
        { ...own, description: say(texts.comes(values), language) },
        targetFields(draft, profile),
        true,
      ),
    })
    const table_name = sourceTable(draft.stored_as)
    const source = {
      class_name: classNameOf(table_name),
      table_name,
      label: say(texts.source({ label }), language).slice(0, 191),
    }
    await createStructure(context, scope, {
      id: source_structure_id,
      ...structureDraft(
        { ...source, description: say(texts.sourceText(values), language) },
        sourceFields(draft, profile),
        false,
      ),
    })
  }
}

async function makeMappings(trx: Scoped, planned: Planned[]) {
  for (const { draft, profile, structure_id, source_structure_id, mapping_id } of planned) {
    const fields = async (id: string) =>
      await trx.selectFrom('data_structures').select(['fields', 'label']).where('id', '=', id).executeTakeFirstOrThrow()
    const target = await fields(structure_id)
    const source = await fields(source_structure_id)
    const definition = mappingOf(draft, profile, { source: source.fields as never, target: target.fields as never })
    const sides = { source_structure_id, target_structure_id: structure_id }
    await refuseWrong(trx, { definition, ...sides })
    await trx
      .insertInto('mappings')
      .values({
        id: mapping_id,
        label: target.label,
        description: '',
        active: true,
        ...sides,
        definition: JSON.stringify(definition),
      })
      .execute()
  }
}

/** The project's own key for hashes, drawn once. */
async function makeKey({ key }: Context, scope: ProjectScope, trx: Scoped, language: Language) {
  const known = await trx
    .selectFrom('config_values')
    .select('id')
    .where('name', '=', personalDataKey)
    .executeTakeFirst()
  if (known) return
  const values = secretValuesIn(sealedColumns.config_secret, key).created(scope, {
    name: personalDataKey,
    kind: 'secret',
    value: '',
    secret: randomBytes(32).toString('hex'),
    description: say(texts.key(), language),
  } as never)
  await trx
    .insertInto('config_values')
    .values(values as never)
    .execute()
}

type Rest = {
  id: string
  draft: IntegrationDraft
  connection_id: string
  planned: Planned[]
  checked: CheckedWorkflow
}

/** The workflow, published, and the integration, in one transaction with the end of the draft. */
async function makeRest(
  trx: Scoped,
  { user, language }: FastifyRequest,
  { id, draft, connection_id, planned, checked }: Rest,
): Promise<string> {
  const { id: workflow_id } = await trx
    .insertInto('workflows')
    .values({
      label: draft.label,
      class_name: await freeClassName(trx, draft.label),
      queue_id: await usualQueue(trx),
      active: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await saveWorkflow(trx, {
    id: workflow_id,
    checked,
    message: say(texts.created({ label: draft.label }), language),
    user,
    language,
    published: true,
  })
  await trx
    .insertInto('integrations')
    .values({ id, label: draft.label, connection_id, workflow_id, new_fields: draft.new_fields, created_by: user.id })
    .execute()
  for (const [position, { draft: table, profile, step, ...ids }] of planned.entries())
    await trx
      .insertInto('integration_tables')
      .values({
        ...ids,
        integration_id: id,
        position,
        name: table.name,
        step,
        read: table.read,
        cursor_field: table.read === 'changed' ? table.cursor_field : null,
        deletions: table.deletions,
        rows: table.rows,
        shape: JSON.stringify(shapeOfTable(profile.table.fields)),
        fields: JSON.stringify(withPersonal(table, profile)),
      })
      .execute()
  await trx.deleteFrom('integration_drafts').where('id', '=', id).execute()
  return workflow_id
}

/** What was decided for each field, with what it was found to tell of people. */
const withPersonal = ({ fields }: { fields: IntegrationDraft['tables'][number]['fields'] }, profile: TableProfile) =>
  fields.map((field) => ({
    ...field,
    personal: profile.fields.find(({ name }) => name === field.name)?.personal ?? null,
  }))
