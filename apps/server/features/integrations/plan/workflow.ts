import type { WorkflowDocument } from '@weft/engine/workflow-model/document.ts'
import type { IntegrationDraft, DraftTable } from '@weft/kit/integrations/draft.ts'
import type { TableProfile } from '@weft/kit/integrations/profile.ts'
import { defineMessages, say, type Language } from '@weft/kit/messages/messages.ts'
import { documentText } from '@weft/kit/workflow-text/text.ts'
import { keyOf, stampOf, storedFields } from './keys.ts'
import { recordNames } from './structures.ts'

const texts = defineMessages({
  byHand: { en: 'By hand', de: 'Von Hand' },
  byClock: { en: 'On time', de: 'Nach Plan' },
  read: { en: 'Read {table}', de: '{table} lesen' },
  protect: { en: 'Protect personal data of {table}', de: 'Personendaten von {table} schützen' },
  map: { en: 'Map {table}', de: '{table} abbilden' },
  write: { en: 'Store {table}', de: '{table} speichern' },
  isDeleted: { en: 'Deleted in {table}?', de: 'In {table} gelöscht?' },
  find: { en: 'Find what is stored of {table}', de: 'Gespeichertes von {table} finden' },
  remove: { en: 'Remove from {table}', de: 'Aus {table} entfernen' },
  vanished: { en: 'Vanished from {table}', de: 'Aus {table} verschwunden' },
  mark: { en: 'Mark as deleted in {table}', de: 'In {table} als gelöscht markieren' },
  description: {
    en: 'Made by the integration of the same name; changed as any other workflow.',
    de: 'Von der gleichnamigen Integration angelegt; wie jeder andere Workflow zu ändern.',
  },
})

/** A secret of the project that hashes of personal data are made with. */
export const personalDataKey = 'personal_data_key'

export type MadeTable = {
  draft: DraftTable
  profile: TableProfile
  /** Ends the ids of its steps. */
  step: string
  structure_id: string
  mapping_id: string
}

type Step = Pick<WorkflowDocument['steps'][number], 'id' | 'element'> & {
  label: string
  settings?: Record<string, unknown>
  position: { x: number; y: number }
  disabled?: boolean
}
type Edge = { from: string; to: string }
type Part = { steps: Step[]; edges: Edge[] }

/** The ordinary workflow an integration runs by: started by hand or by the clock, each table on a way of its own. */
export function workflowOf(
  { label, rhythm, time }: IntegrationDraft,
  connection: string,
  tables: MadeTable[],
  language: Language,
): string {
  const triggers: Step[] = [
    { id: 'by_hand', element: 'manual', label: say(texts.byHand(), language), position: { x: 0, y: 0 } },
    {
      id: 'by_clock',
      element: 'schedule',
      label: say(texts.byClock(), language),
      settings: scheduleSettings(rhythm, time),
      position: { x: 0, y: 140 },
      ...(rhythm === 'none' && { disabled: true }),
    },
  ]
  let row = 0
  const parts = tables.map((table) => {
    const part = partOf(table, connection, { y: row * 140, language })
    row += 1 + (table.draft.deletions === 'keep' ? 0 : 1)
    return part
  })
  const begins = parts.flatMap(({ steps }) =>
    steps.filter(({ id }) => id.startsWith('read_') || id.startsWith('gone_')),
  )
  return documentText({
    weft: 1,
    label,
    description: say(texts.description(), language),
    steps: [...triggers, ...parts.flatMap(({ steps }) => steps)],
    edges: [
      ...triggers.flatMap((trigger) => begins.map(({ id }) => ({ from: `${trigger.id}.out`, to: `${id}.in` }))),
      ...parts.flatMap(({ edges }) => edges),
    ],
  })
}

/** What the schedule of a workflow says for a rhythm; without one it is switched off, and says what it did last. */
export const scheduleSettings = (rhythm: IntegrationDraft['rhythm'], time: string) => ({
  option: rhythm === 'none' ? 'daily' : rhythm,
  ...(['none', 'daily', 'weekly'].includes(rhythm) && { time }),
})

type Place = { y: number; language: Language }

function partOf(made: MadeTable, connection: string, { y, language }: Place): Part {
  const { draft, profile, step, structure_id, mapping_id } = made
  const names = recordNames(profile)
  const stored = storedFields(draft)
  const table = draft.name
  const label = (text: (values: { table: string }) => Parameters<typeof say>[0]) =>
    say(text({ table }), language).slice(0, 191)
  const hidden = stored.filter(({ treatment }) => treatment === 'hash' || treatment === 'mask')
  const renamed = stored.filter(({ name }) => names.get(name) !== name)
  const steps: Step[] = [
    {
      id: `read_${step}`,
      element: 'connector_read',
      label: label(texts.read),
      settings: {
        connection,
        table,
        read: draft.read,
        ...(draft.read === 'changed' && { cursor_field: draft.cursor_field }),
        fields: stored.map(({ name }) => name),
        ...(renamed.length > 0 && { names: Object.fromEntries(renamed.map(({ name }) => [name, names.get(name)])) }),
        notice: true,
      },
      position: { x: 260, y },
    },
    ...(hidden.length > 0
      ? [
          {
            id: `protect_${step}`,
            element: 'protect_fields',
            label: label(texts.protect),
            settings: {
              fields: hidden.map(({ name, treatment }) => ({ field: names.get(name), how: treatment })),
              key: `{{ config.${personalDataKey} }}`,
            },
            position: { x: 520, y },
          },
        ]
      : []),
    {
      id: `map_${step}`,
      element: 'mapping',
      label: label(texts.map),
      settings: { mapping_id },
      position: { x: 780, y },
    },
  ]
  const write: Step = {
    id: `write_${step}`,
    element: 'write_records',
    label: label(texts.write),
    settings: { structure_id, mode: 'upsert' },
    position: { x: 1_040, y },
  }
  const way = { steps: [...steps, write], edges: inOneLine([...steps, write]) }
  if (draft.deletions === 'keep') return way
  if (draft.deleted_field !== null)
    return draft.deletions === 'remove' ? removedByField(made, { steps, write }, y, label) : way
  return together(way, comparedKeys(made, connection, y + 140, label))
}

type Label = (text: (values: { table: string }) => Parameters<typeof say>[0]) => string

/** Records that the source says are deleted go to what is stored of them, and take it away. */
function removedByField(
  made: MadeTable,
  { steps, write }: { steps: Step[]; write: Step },
  y: number,
  label: Label,
): Part {
  const { draft, profile, step, structure_id } = made
  const key = keyOf(draft, profile.table.key)
  const keyName = 'field' in key ? key.field.stored_as : key.name
  const field = draft.fields.find(({ name }) => name === draft.deleted_field)!
  const asks: Step = {
    id: `deleted_${step}`,
    element: 'condition',
    label: label(texts.isDeleted),
    settings: { rules: deletedRules(field.stored_as, field.type.type), match: 'all' },
    position: { x: 1_040, y },
  }
  const find: Step = {
    id: `find_${step}`,
    element: 'lookup_record',
    label: label(texts.find),
    settings: { structure_id, key: keyName, value: keyName, take: [{ from: '_id', to: '_id' }] },
    position: { x: 1_300, y: y + 140 },
  }
  const remove: Step = {
    id: `remove_${step}`,
    element: 'delete_records',
    label: label(texts.remove),
    settings: { structure_id },
    position: { x: 1_560, y: y + 140 },
  }
  return {
    steps: [...steps, asks, { ...write, position: { x: 1_300, y } }, find, remove],
    edges: [
      ...inOneLine([...steps, asks]),
      { from: `${asks.id}.false`, to: `${write.id}.in` },
      { from: `${asks.id}.true`, to: `${find.id}.in` },
      { from: `${find.id}.found`, to: `${remove.id}.in` },
    ],
  }
}

/** What says that a record is deleted: yes, any number but zero, any moment. */
const deletedRules = (field: string, type: string) =>
  type === 'boolean'
    ? [{ field, operator: 'true' }]
    : [
        { field, operator: 'not_empty' },
        ...(['integer', 'big_integer', 'decimal'].includes(type)
          ? [{ field, operator: 'not_equals', value: '0' }]
          : []),
      ]

/** What stands here and not there any more is marked or taken away. */
function comparedKeys(
  { draft, profile, step, structure_id }: MadeTable,
  connection: string,
  y: number,
  label: Label,
): Part {
  const stamp = stampOf(draft)
  const stored = new Map(draft.fields.map((field) => [field.name, field.stored_as]))
  const find: Step = {
    id: `gone_${step}`,
    element: 'vanished_records',
    label: label(texts.vanished),
    settings: {
      connection,
      table: draft.name,
      structure_id,
      key: profile.table.key.map((source) => ({ source, field: stored.get(source) })),
      ...(stamp && { stamp }),
    },
    position: { x: 260, y },
  }
  const then: Step = stamp
    ? {
        id: `mark_${step}`,
        element: 'write_records',
        label: label(texts.mark),
        settings: { structure_id, mode: 'update' },
        position: { x: 520, y },
      }
    : {
        id: `remove_${step}`,
        element: 'delete_records',
        label: label(texts.remove),
        settings: { structure_id },
        position: { x: 520, y },
      }
  return { steps: [find, then], edges: inOneLine([find, then]) }
}

const inOneLine = (steps: Step[]): Edge[] =>
  steps.slice(1).map((step, i) => ({ from: `${steps[i]!.id}.out`, to: `${step.id}.in` }))
const together = (a: Part, b: Part): Part => ({ steps: [...a.steps, ...b.steps], edges: [...a.edges, ...b.edges] })
