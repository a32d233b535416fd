import { escaped, link, post, type Outside, type Settings } from '../shared/chat.ts'

type Ended = {
  job_id: string
  workflow_id: string
  workflow: string
  status: string
  records_in: number
  records_rejected: number
  error: { message: { text: Record<string, string>; values: Record<string, unknown> } } | null
}

const words: Record<string, Record<'de' | 'en', string>> = {
  error: { en: 'failed', de: 'ist fehlgeschlagen' },
  warning: { en: 'ended with warnings', de: 'endete mit Warnungen' },
  aborted: { en: 'was aborted', de: 'wurde abgebrochen' },
  stopped: { en: 'went well', de: 'ist durchgelaufen' },
  info: { en: 'had nothing to do', de: 'hatte nichts zu tun' },
}

export default async function tellOfRun(
  event: { id: string; data: Ended },
  { settings }: { settings: Settings },
  outside: Outside,
) {
  const { service = 'slack', statuses = [], address = '', language = 'de' } = settings
  const { status, workflow, workflow_id, job_id, records_in, records_rejected, error } = event.data
  if (!statuses.includes(status)) return
  const title = `${workflow} ${words[status]?.[language] ?? status}`
  const counts =
    language === 'en'
      ? `${records_in} records read, ${records_rejected} rejected`
      : `${records_in} Datensätze gelesen, ${records_rejected} abgewiesen`
  const reason = error && said(error.message.text[language] ?? '', error.message.values)
  const place =
    address &&
    link(
      service,
      `${address.replace(/\/$/, '')}/project/workflows/reporting/${workflow_id}/${job_id}/details`,
      language === 'en' ? 'Open the run' : 'Lauf öffnen',
    )
  await post(outside, settings, {
    title,
    text: [reason && escaped(reason), counts, place].filter(Boolean).join('\n'),
    key: event.id,
  })
  outside.log('info', title)
}

/** Plain placeholders only: what is more than that stays as it stands. */
const said = (text: string, values: Record<string, unknown>) =>
  text
    .replaceAll(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole))
    .replaceAll(/'([{}])'/g, '$1')
