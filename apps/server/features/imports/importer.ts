import { posix } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Given } from '@weft/engine/isolation/perform.server.ts'
import type { Structure } from '@weft/engine/records/structure.ts'
import { inScope, type ProjectScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import type { ModelField } from '@weft/kit/define/model.ts'
import { parseJson } from '@weft/kit/define/parse-json.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { defineMessages, say, type Language } from '@weft/kit/messages/messages.ts'
import type { AppContext } from '../../context.ts'
import { freeClassName, usualQueue } from '../workflows/create.ts'
import { changedText, checkText, readText } from '../workflows/read-text.ts'
import { saveWorkflow } from '../workflows/save.ts'
import type { Arranged } from './order.ts'

const texts = defineMessages({
  label: { en: 'Import into {structure}', de: 'Import in {structure}' },
  model: { en: 'Import into {structure}: {file}', de: 'Import in {structure}: {file}' },
  message: { en: 'Import {file}', de: '{file} importieren' },
})

type Asked = { structure: Structure; file: string; arranged: Arranged }
type By = { scope: ProjectScope; user: Caller; language: Language; given: Given }

/** Earlier assignments of columns to fields of a structure, the newest first. */
export async function earlierAssignments(trx: Scoped, structure_id: string) {
  const models = await modelsOf(trx, structure_id)
  return models
    .flatMap(({ fields }) => fields as ModelField[])
    .filter(({ include }) => include)
    .map(({ original_name, name }) => ({ column: original_name, field: name }))
}

const modelsOf = (trx: Scoped, structure_id: string) =>
  trx
    .selectFrom('dynamic_models')
    .select(['id', 'type', 'options', 'fields', 'dynamic_fields'])
    .where('data_structure_id', '=', structure_id)
    .orderBy('updated_at', 'desc')
    .limit(20)
    .execute()

/**
 * The workflow that imports into a structure, ready to read this file in this way: it is made with the first import, and from then on only
 * its two steps' settings change, so that whatever was put between them stays.
 */
export async function importerOf(
  context: AppContext<'db' | 'isolation'>,
  by: By,
  asked: Asked,
): Promise<{ id: string; source: string; version: number; trigger_step: string }> {
  const { db } = context
  const { scope, given } = by
  const { structure, arranged } = asked
  const { model_id, before } = await inScope(db, scope, async (trx) => ({
    model_id: await modelFor(trx, by, asked),
    before: await trx
      .selectFrom('structure_importers as i')
      .innerJoin('workflows as w', 'w.id', 'i.workflow_id')
      .select(['w.id', 'w.source'])
      .where('i.structure_id', '=', structure.id)
      .executeTakeFirst(),
  }))
  const settings = {
    read: { file: 'path', model_id },
    write: { structure_id: structure.id, mode: arranged.mode, key: arranged.key },
  }
  const old = before && (await readText(context, before.source, given)).document
  const has = (id: string, element: string) => old?.steps.some((step) => step.id === id && step.element === element)
  const isOurs = has('start', 'manual') && has('read', 'parse_file') && has('write', 'write_records')
  const source =
    before && isOurs
      ? await changedText(context, before.source, { settings }, given)
      : textOf(say(texts.label({ structure: structure.label }), by.language), settings)
  const checked = await checkText(context, scope, source, given)
  return inScope(db, scope, async (trx) => {
    const id = before?.id ?? (await makeWorkflow(trx, structure, checked.document.label))
    await saveWorkflow(trx, {
      id,
      checked,
      basedOn: before?.source,
      message: say(texts.message({ file: posix.basename(asked.file) }), by.language),
      user: by.user,
      language: by.language,
      published: true,
    })
    const { version } = await trx
      .selectFrom('workflows')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { id, source, version, trigger_step: 'start' }
  })
}

const textOf = (label: string, { read, write }: { read: object; write: object }) => `weft: 1
label: ${JSON.stringify(label)}
steps:
  - { id: start, element: manual }
  - { id: read, element: parse_file, settings: ${JSON.stringify(read)} }
  - { id: write, element: write_records, settings: ${JSON.stringify(write)} }
edges:
  - { from: start.out, to: read.in }
  - { from: read.out, to: write.in }
`

async function makeWorkflow(trx: Scoped, structure: Structure, label: string): Promise<string> {
  const { id } = await trx
    .insertInto('workflows')
    .values({ label, class_name: await freeClassName(trx, label), queue_id: await usualQueue(trx) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx.insertInto('structure_importers').values({ structure_id: structure.id, workflow_id: id }).execute()
  return id
}

/** The model that reads such a file in this way: one of before, or a new one. */
async function modelFor(trx: Scoped, { language }: By, { structure, file, arranged: { model } }: Asked) {
  const plain = ({
    type,
    options,
    fields,
    dynamic_fields,
  }: Pick<Arranged['model'], 'type'> & Record<string, unknown>) =>
    parseJson(JSON.stringify({ type, options, fields, dynamic_fields }))
  const known = (await modelsOf(trx, structure.id)).find((one) => isDeepStrictEqual(plain(one), plain(model)))
  if (known) {
    // What was used last counts first when the next file is assigned.
    await trx.updateTable('dynamic_models').set({ sample_file: file }).where('id', '=', known.id).execute()
    return known.id
  }
  const name = say(texts.model({ structure: structure.label, file: posix.basename(file) }), language)
  const { id } = await trx
    .insertInto('dynamic_models')
    .values({
      model_name: name.slice(0, 191),
      type: model.type,
      options: JSON.stringify(model.options),
      fields: JSON.stringify(model.fields),
      dynamic_fields: JSON.stringify(model.dynamic_fields),
      max_depth: model.max_depth,
      sample_file: file,
      data_structure_id: structure.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
