import type { StructureField } from '@weft/kit/define/structure.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useNavigate } from '@tanstack/react-router'
import { api, ApiError } from '@weft/kit/ui/api.ts'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast, toastDeleted } from '@weft/kit/ui/toast.tsx'
import type { Selection } from './selection.ts'
import { toRow, type RecordRow, type useRecords } from './use-records.ts'

export const changeTexts = defineMessages({
  markDirty: { en: 'As to be processed', de: 'Als noch zu verarbeiten' },
  markClean: { en: 'As processed', de: 'Als verarbeitet' },
  sureAll: { en: 'Mark all {count} records?', de: 'Alle {count} Datensätze markieren?' },
  marked: {
    en: '{count, plural, one {# record marked} other {# records marked}}',
    de: '{count, plural, one {# Datensatz markiert} other {# Datensätze markiert}}',
  },
  remove: {
    en: 'Delete {count, plural, one {# record} other {# records}}',
    de: '{count, plural, one {# Datensatz} other {# Datensätze}} löschen',
  },
  sureRemove: {
    en: 'Delete {count, plural, one {this record} other {these # records}}?',
    de: '{count, plural, one {Diesen Datensatz} other {Diese # Datensätze}} löschen?',
  },
  referred: { en: 'Nothing was deleted', de: 'Es wurde nichts gelöscht' },
  showReferring: { en: 'Show these records', de: 'Diese Datensätze anzeigen' },
  sureText: { en: 'This cannot be taken back.', de: 'Das lässt sich nicht rückgängig machen.' },
  sureVersioned: {
    en: 'The data structure keeps their last versions, but the explorer cannot bring them back.',
    de: 'Die Datenstruktur hebt ihre letzten Versionen auf, der Explorer kann sie aber nicht wiederherstellen.',
  },
})

export type Mark = 'dirty' | 'clean'
export type Marked = 'chosen' | 'all'

/** Who still refers to records that should go, as the refusal says it. */
type Referring = { structure_id: string; field: string; values: string[] }

type Options = {
  /** The structure keeps versions, also of what is deleted. */
  isVersioned: boolean
  records: ReturnType<typeof useRecords>
  selection: Selection
  chosen: ReadonlySet<string>
  /** What was chosen has been dealt with. */
  onChosenDone: () => void
}

/** What is done to records of a structure: marking, deleting, changing one value. */
export function useRecordChanges({ isVersioned, records, selection, chosen, onChosenDone }: Options) {
  const t = useTexts(changeTexts)
  const { number } = useFormats()
  const navigate = useNavigate()
  const changed = () => Promise.all([records.reload(), refresh('/data_structures/counts')])

  const mark = async (how: Mark, which: Marked) => {
    if (
      which === 'all' &&
      !(await confirm({
        title: t.sureAll({ count: number(records.total) }),
        action: how === 'dirty' ? t.markDirty() : t.markClean(),
      }))
    )
      return
    const { searchTerm, state, conditions } = selection
    const body =
      which === 'chosen'
        ? { mark: how, ids: [...chosen] }
        : { mark: how, selection: { ...(searchTerm && { searchTerm }), ...(state && { state }), conditions } }
    const { data } = await api.post(`${records.path}/mark`, body)
    toast({ title: t.marked({ count: data.changed }), tone: 'green' })
    onChosenDone()
    await changed()
  }
  const remove = async () => {
    if (
      !(await confirm({
        title: t.sureRemove({ count: chosen.size }),
        text: isVersioned ? t.sureVersioned() : t.sureText(),
        action: t.remove({ count: chosen.size }),
        danger: true,
      }))
    )
      return
    try {
      await api.post(`${records.path}/delete`, { ids: [...chosen] }, { quiet: true })
    } catch (error) {
      return showReferring(error)
    }
    toastDeleted()
    onChosenDone()
    await changed()
  }
  const showReferring = async (error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    if (error.code !== 'STILL_REFERRED_TO') return toast({ title: error.message, tone: 'red' })
    const { structure_id, field, values } = error.meta as Referring
    const isWanted = await confirm({ title: t.referred(), text: error.message, action: t.showReferring() })
    if (!isWanted) return
    const conditions = JSON.stringify([{ field, operator: 'in', value: values }])
    await navigate({ to: `/project/data-store/${structure_id}`, search: { conditions } as never })
  }
  const edit = async (row: RecordRow, field: StructureField, value: string | null) => {
    try {
      const { data } = await api.put(
        `${records.path}/${row._id}`,
        { changes: { [field.name]: value }, version: row._version },
        { quiet: true },
      )
      records.replace(toRow(data))
      return undefined
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 409) await records.reload()
      return error.errors[field.name]?.join(' ') ?? error.message
    }
  }
  return { mark, remove, edit, changed }
}
