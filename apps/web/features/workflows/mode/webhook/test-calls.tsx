import { Button, SegmentedControl } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { fieldsOf } from '@weft/designers/workflow/data/fields.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { api } from '@weft/kit/ui/api.ts'
import { useFormats } from '@weft/kit/ui/format.ts'
import { ResultTable } from '@weft/kit/ui/result-table.tsx'
import { ShownExample } from '@weft/kit/ui/shown-code.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { useState, type ReactNode } from 'react'
import { keepTestData } from '../../test-data.ts'
import s from './listening-dialog.module.css'

const texts = defineMessages({
  received: { en: 'Received', de: 'Empfangen' },
  count: {
    en: '{count, plural, one {# call} other {# calls}}',
    de: '{count, plural, one {# Aufruf} other {# Aufrufe}}',
  },
  good: { en: 'Would start a run', de: 'Würde einen Lauf starten' },
  signature: { en: 'Signature matches ({header})', de: 'Signatur stimmt ({header})' },
  noSignature: { en: 'No signature is asked for', de: 'Es wird keine Signatur verlangt' },
  time: {
    en: 'Sent {seconds, plural, one {# second} other {# seconds}} ago, at most {window} are allowed',
    de: 'Vor {seconds, plural, one {# Sekunde} other {# Sekunden}} gesendet, erlaubt sind höchstens {window}',
  },
  noTime: { en: 'No time of sending is checked', de: 'Es wird keine Sendezeit geprüft' },
  delivery: { en: 'First call with the id {id}', de: 'Erster Aufruf mit der Kennung {id}' },
  again: {
    en: 'The id {id} came before: such a call is answered, not run again',
    de: 'Die Kennung {id} kam schon: Ein solcher Aufruf wird beantwortet, aber nicht noch einmal ausgeführt',
  },
  noDelivery: {
    en: 'Calls that come again are not recognised by an id',
    de: 'Wiederholte Aufrufe werden nicht an einer Kennung erkannt',
  },
  view: { en: 'What of the call is shown', de: 'Was vom Aufruf gezeigt wird' },
  body: { en: 'Body', de: 'Inhalt' },
  headers: { en: 'Headers {count}', de: 'Kopfzeilen {count}' },
  query: { en: 'Query {count}', de: 'Abfrage {count}' },
  name: { en: 'Name', de: 'Name' },
  value: { en: 'Value', de: 'Wert' },
  empty: { en: 'Nothing stands here.', de: 'Hier steht nichts.' },
  unread: { en: 'The body could not be read.', de: 'Der Inhalt war nicht lesbar.' },
  fields: {
    en: '{count, plural, one {# field recognised} other {# fields recognised}}',
    de: '{count, plural, one {# Feld erkannt} other {# Felder erkannt}}',
  },
  use: { en: 'Use as sample', de: 'Als Beispiel nehmen' },
  used: {
    en: 'The steps know its fields now, and the next run by hand begins with it.',
    de: 'Die Schritte kennen jetzt seine Felder, und der nächste Lauf von Hand beginnt damit.',
  },
})

type Call = Awaited<ReturnType<typeof api.get<`/workflows/${string}/listenings/${string}`>>>['data']['calls'][number]
type Props = { workflow: string; calls: readonly Call[]; window: unknown; onTaken(): void }

/** What has come while listening, and each check of the chosen one. */
export function TestCalls({ workflow, calls, window, onTaken }: Props) {
  const t = useTexts(texts)
  const formats = useFormats()
  const [chosen, choose] = useState<string>()
  const call = calls.find(({ id }) => id === chosen) ?? calls[0]!
  const { _request, ...body } = call.record ?? {}
  const take = async () => {
    await keepTestData(workflow, JSON.stringify(call.record, null, 2))
    toast({ title: t.used(), tone: 'green' })
    onTaken()
  }
  return (
    <>
      <h3>
        {t.received()} <small>{t.count({ count: calls.length })}</small>
      </h3>
      <ul className={s['calls']} aria-label={t.received()}>
        {calls.map((one) => (
          <li key={one.id}>
            <button type="button" aria-pressed={one.id === call.id} onClick={() => choose(one.id)}>
              <time dateTime={one.received_at}>{formats.clock(one.received_at)}</time>
              <b>{one.status}</b>
              <span className={one.problem ? s['wrong'] : undefined}>{one.problem ?? t.good()}</span>
              <small>{formats.bytes(one.bytes)}</small>
            </button>
          </li>
        ))}
      </ul>
      <Checks call={call} window={window} />
      <Parts key={call.id} body={call.record ? body : undefined} request={_request as Request | undefined} />
      <div className={s['foot']}>
        <span>{call.record && t.fields({ count: fieldsOf([body]).length })}</span>
        <Button disabled={!call.record} onClick={() => void take()}>
          {t.use()}
        </Button>
      </div>
    </>
  )
}

function Checks({ call: { signature, time, delivery }, window }: { call: Call; window: unknown }) {
  const t = useTexts(texts)
  const seconds = Math.round((time?.age_ms ?? 0) / 1_000)
  return (
    <ul className={s['checks']}>
      <Check isAsked={signature !== null} problem={signature?.problem}>
        {signature ? t.signature({ header: signature.header }) : t.noSignature()}
      </Check>
      <Check isAsked={time !== null} problem={time?.problem}>
        {time ? t.time({ seconds, window: String(window) }) : t.noTime()}
      </Check>
      <Check isAsked={delivery !== null} problem={delivery?.again ? t.again({ id: delivery.id }) : null}>
        {delivery ? t.delivery({ id: delivery.id }) : t.noDelivery()}
      </Check>
    </ul>
  )
}

function Check({
  isAsked,
  problem,
  children,
}: {
  isAsked: boolean
  problem: string | null | undefined
  children: ReactNode
}) {
  return (
    <li className={problem ? s['wrong'] : isAsked ? s['holds'] : s['unasked']}>
      {problem ? <IconAlertTriangle size={15} /> : isAsked ? <IconCheck size={15} /> : <span>–</span>}
      <span>{problem ?? children}</span>
    </li>
  )
}

type Request = { headers: Record<string, unknown>; query: Record<string, unknown> }

function Parts({ body, request }: { body: object | undefined; request: Request | undefined }) {
  const t = useTexts(texts)
  const [view, setView] = useState('body')
  const pairs = (values: Record<string, unknown> = {}) =>
    Object.entries(values).map(([name, value]) => ({ [t.name()]: name, [t.value()]: value }))
  const headers = pairs(request?.headers)
  const query = pairs(request?.query)
  if (!body) return <p className={s['none']}>{t.unread()}</p>
  const rows = view === 'headers' ? headers : query
  return (
    <div className={s['parts']}>
      <SegmentedControl
        size="xs"
        aria-label={t.view()}
        value={view}
        onChange={setView}
        data={[
          { value: 'body', label: t.body() },
          { value: 'headers', label: t.headers({ count: headers.length }) },
          { value: 'query', label: t.query({ count: query.length }) },
        ]}
      />
      {view === 'body' ? (
        <ShownExample>{JSON.stringify(body, null, 2)}</ShownExample>
      ) : rows.length === 0 ? (
        <p className={s['none']}>{t.empty()}</p>
      ) : (
        <ResultTable label={t.view()} columns={[t.name(), t.value()]} rows={rows} />
      )}
    </div>
  )
}
