import { useDebouncedValue } from '@mantine/hooks'
import type { Element } from '@weft/kit/define/element.ts'
import { nearest } from '@weft/kit/define/nearest.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { ApiError } from '@weft/kit/ui/api.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { namedIn } from './named-in.ts'
import { folderOfPath, useConnectionBeside, useFolder, usePlaces, useTable, useTables } from './use-source.ts'

const texts = defineMessages({
  table: {
    en: 'The system has no table {name} any more, or the login does not see it.',
    de: 'Das System hat keine Tabelle {name} mehr, oder der Zugang sieht sie nicht.',
  },
  field: {
    en: 'The table {table} has no field {name} any more.',
    de: 'Die Tabelle {table} hat kein Feld {name} mehr.',
  },
  notSeen: {
    en: 'In what {table} holds no field {name} was found.',
    de: 'In dem, was {table} enthält, wurde kein Feld {name} gefunden.',
  },
  place: {
    en: 'The system has no {name} any more, or the login does not see it.',
    de: 'Das System hat kein {name} mehr, oder der Zugang sieht es nicht.',
  },
  folder: {
    en: 'The system has no folder {name} any more, or the login does not see it.',
    de: 'Das System hat keinen Ordner {name} mehr, oder der Zugang sieht ihn nicht.',
  },
  like: { en: 'Similar: {names}.', de: 'Ähnlich: {names}.' },
})

/** What a step names and its system does not have any more, by the place of the setting: said as people read it. */
export function useVanished(element: Element, settings: Record<string, unknown>): Record<string, string> {
  const t = useTexts(texts)
  const [typed] = useDebouncedValue(settings, 600)
  const id = useConnectionBeside(typed)
  const named = namedIn(element.settings.shape, typed)
  const of = (kind: string) => named.filter((one) => one.kind === kind)
  const said = (sentence: string, name: string, names: readonly string[]) => {
    const like = nearest(name, names)
    return like.length > 0 ? `${sentence} ${t.like({ names: like.join(', ') })}` : sentence
  }

  const [table] = of('table')
  const tables = useTables(id, table !== undefined).data?.data.map(({ name }) => name)
  const isListed = table !== undefined && tables?.includes(table.value)
  const isAsked = tables !== undefined && (!isListed || of('field').length > 0)
  const described = useTable(id, table?.value ?? '', isAsked)
  const shape = described.data?.data.table

  const [place] = of('topic')
  const places = usePlaces(id, place !== undefined).data?.data.map(({ name }) => name) ?? []

  const [file] = of('file')
  const folder = folderOfPath(file?.value ?? '')
  const inFolder = useFolder(id, folder, folder !== '')
  const around = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))
  const beside = useFolder(id, around, isMissing(inFolder.error)).data?.data

  const entries: [string, string][] = []
  if (table && !isListed && isMissing(described.error))
    entries.push([table.place, said(t.table({ name: table.value }), table.value, tables ?? [])])
  if (shape) {
    const fields = shape.fields.map(({ name }) => name)
    const isCertain = shape.kind === 'table' || shape.kind === 'view'
    for (const { place: at, value: name } of of('field'))
      if (!fields.includes(name) && !fields.includes(name.split('.')[0]!)) {
        const about = { table: shape.name, name }
        entries.push([at, said(isCertain ? t.field(about) : t.notSeen(about), name, fields)])
      }
  }
  // A system that lists none does not say which there are.
  if (place && places.length > 0 && !places.includes(place.value))
    entries.push([place.place, said(t.place({ name: place.value }), place.value, places)])
  if (file && isMissing(inFolder.error)) {
    const folders = (beside ?? []).flatMap(({ kind, path }) => (kind === 'folder' ? [path] : []))
    entries.push([file.place, said(t.folder({ name: folder }), folder, folders)])
  }
  return Object.fromEntries(entries)
}

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404
