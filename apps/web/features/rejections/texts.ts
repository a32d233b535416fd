import type { EntryOf, ListRow } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { Tone } from '@weft/kit/ui/tones.ts'

export const home = '/project/reporting/rejected'

export type CauseRow = ListRow<'/rejection_causes'>
export type Cause = EntryOf<`/rejection_causes/${string}`>
export type CauseState = CauseRow['state']

export const causeTexts = defineMessages({
  title: { en: 'Rejected records', de: 'Abgelehnte Datensätze' },
  open: { en: 'Open', de: 'Offen' },
  in_work: { en: 'In work', de: 'In Arbeit' },
  came_back: { en: 'Came back', de: 'Wieder da' },
  mended: { en: 'Mended', de: 'Behoben' },
  ignored: { en: 'Ignored', de: 'Ignoriert' },
  empty: { en: 'Nothing waits', de: 'Nichts wartet' },
  rising: { en: 'Rising', de: 'Steigend' },
  new: { en: 'New', de: 'Neu' },
  takeOn: { en: 'Take on', de: 'Übernehmen' },
  reopen: { en: 'Open again', de: 'Wieder öffnen' },
  ignore: { en: 'Ignore', de: 'Ignorieren' },
  trend: {
    en: 'Last 14 days: {total, number} rejected, {last, number} of them today',
    de: 'Letzte 14 Tage: {total, number} abgelehnt, davon heute {last, number}',
  },
  nobody: { en: 'Nobody', de: 'Niemand' },
})

export const stateTones: Record<CauseState, Tone> = {
  open: 'red',
  in_work: 'blue',
  came_back: 'amber',
  mended: 'green',
  ignored: 'slate',
  empty: 'slate',
}
