import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { sql } from 'kysely'

const texts = defineMessages({
  read: {
    en: 'Read by this name in: {readers}. Change it there first, or make a second value.',
    de: 'Unter diesem Namen gelesen in: {readers}. Ändern Sie das zuerst, oder legen Sie einen zweiten Wert an.',
  },
})

const most = 10

/** Refuses to call a value something else that workflows, mappings, functions or templates read by its name. */
export async function refuseRenaming(trx: Scoped, { name }: { name: string }): Promise<void> {
  const readers = await readersOf(trx, name)
  if (readers.length > 0) throw invalidField('name', texts.read({ readers: readers.join(', ') }))
}

/** The labels of the first that read a value: in texts as `config.name`, in settings, formulas and boxes by its name alone. */
async function readersOf(trx: Scoped, name: string): Promise<string[]> {
  const exact = name.replaceAll('.', '\\.')
  const inTexts = `\\mconfig\\.${exact}(?![a-z0-9_.])`
  const inSettings = `\\m(secret|auth_value)["']?: *["']?${exact}["']?\\s*([,}\\n]|$)`
  const inFormulas = `config_value\\([^)]*\\\\"${exact}\\\\"`
  const asBox = '$.** ? (@.key == "config_value" && @.options.key == $name)'
  const inMappings = sql`definition::text ~ ${inFormulas}
    or jsonb_path_exists(definition, ${asBox}::text::jsonpath, jsonb_build_object('name', ${name}::text))`
  const { rows } = await sql<{ label: string }>`
    select label from workflows where source ~ ${`${inTexts}|${inSettings}`}
    union all select label from text_templates where body ~ ${inTexts}
    union all select label from mappings where ${inMappings}
    union all select label from functions where ${inMappings}
    order by 1 limit ${most}`.execute(trx)
  return rows.map(({ label }) => label)
}
