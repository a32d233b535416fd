import type { EntryOf, ListRow } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { Tone } from '@weft/kit/ui/tones.ts'

export const home = '/project/reporting/failed'

export type FailureRow = ListRow<'/failure_causes'>
export type Failure = EntryOf<`/failure_causes/${string}`>

export const failureTexts = defineMessages({
  title: { en: 'Failed runs', de: 'Fehlgeschlagene Läufe' },
  open: { en: 'Open', de: 'Offen' },
  in_work: { en: 'In work', de: 'In Arbeit' },
  came_back: { en: 'Came back', de: 'Wieder da' },
  fixed: { en: 'Fixed', de: 'Behoben' },
  ignored: { en: 'Ignored', de: 'Ignoriert' },
  rising: { en: 'Rising', de: 'Steigend' },
  new: { en: 'New', de: 'Neu' },
  takeOn: { en: 'Take on', de: 'Übernehmen' },
  fix: { en: 'Mark as fixed', de: 'Als behoben markieren' },
  reopen: { en: 'Open again', de: 'Wieder öffnen' },
  ignore: { en: 'Ignore', de: 'Ignorieren' },
  nobody: { en: 'Nobody', de: 'Niemand' },
  runs: { en: 'Failed runs', de: 'Fehlgeschlagene Läufe' },
  days: { en: 'Last 14 days', de: 'Letzte 14 Tage' },
  assignee: { en: 'Assignee', de: 'Zuständig' },
  trend: {
    en: 'Last 14 days: {total, number} failed, {last, number} of them today',
    de: 'Letzte 14 Tage: {total, number} fehlgeschlagen, davon heute {last, number}',
  },
  whole: { en: 'The run as a whole', de: 'Der Lauf als Ganzes' },
})

export const stateTones: Record<FailureRow['state'], Tone> = {
  open: 'red',
  in_work: 'blue',
  came_back: 'amber',
  fixed: 'green',
  ignored: 'slate',
}
