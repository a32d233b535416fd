import { SegmentedControl } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { usePathParam } from '@weft/kit/ui/address.ts'
import { Facts, Figures, Note, Spark } from '@weft/kit/ui/bits.tsx'
import { DayStrip } from '@weft/kit/ui/day-strip.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { isShown, labelOf } from '@weft/kit/ui/form/describe.ts'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { FormWaiting, useEntry } from '@weft/kit/ui/resource-form.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useState } from 'react'
import type { z } from 'zod'
import { useConnectors, useHealth, type Connection, type ConnectorHere } from './api.ts'
import { ConnectionFrame } from './connection-frame.tsx'
import { Captures } from './captures.tsx'
import { CheckSteps, failedTexts } from './check-list.tsx'
import { ReachedBy } from './reached.tsx'
import { ProviderSignIn } from './provider-sign-in.tsx'
import { AllowedHere, Uses } from './uses.tsx'
import s from './connections.module.css'

const texts = defineMessages({
  signIn: { en: 'Sign-in', de: 'Anmeldung' },
  reached: { en: 'Reached', de: 'Erreicht' },
  set: { en: '•••••••• since {day}', de: '•••••••• seit {day}' },
  lastTest: { en: 'Last test', de: 'Letzte Prüfung' },
  never: { en: 'Not tested yet', de: 'Noch nicht geprüft' },
  neverText: {
    en: 'It is looked at within a minute, or at once with “Test now”.',
    de: 'Sie wird innerhalb einer Minute geprüft, oder sofort mit „Jetzt prüfen“.',
  },
})

/** One connection: how it is and was, how it signs in, and what it says when tried. */
export function ConnectionScreen() {
  const id = usePathParam('id')
  return (
    <ConnectionFrame id={id}>
      <Overview id={id} />
    </ConnectionFrame>
  )
}

function Overview({ id }: { id: string }) {
  const t = useTexts(texts)
  const connectors = useConnectors()
  const { data } = useEntry(`/connections/${id}`)
  if (!data) return null
  const connection = data.row
  const connector = connectors.find(({ key }) => key === connection.connector)
  return (
    <>
      {connection.state === 'broken' && connection.reason && <Note tone="red">{connection.reason}</Note>}
      <div className={s['overview']}>
        <div className={s['panels']}>
          <Health id={connection.id} />
        </div>
        <div className={s['panels']}>
          <SignIn connection={connection} connector={connector} />
          <Uses id={connection.id} />
          <Panel title={t.lastTest()} bleed>
            {connection.steps.length > 0 ? (
              <CheckSteps steps={connection.steps} />
            ) : (
              <EmptyState small title={t.never()} text={t.neverText()} />
            )}
          </Panel>
          <AllowedHere />
        </div>
      </div>
    </>
  )
}

const longest = 200

/** What it is configured with; of a secret only since when it is set. */
function SignIn({ connection, connector }: { connection: Connection; connector: ConnectorHere | undefined }) {
  const t = useTexts(texts)
  const language = useLanguage()
  const { date } = useFormats()
  const { settings, labels } = connector?.connector ?? {}
  const facts = Object.entries((settings?.shape ?? {}) as Record<string, z.ZodType>).flatMap(([key, schema]) => {
    const { label, options } = labelOf(key, schema, labels?.fields[key])
    const value = connection.settings[key]
    if (!isShown(schema, connection.settings) || typeof value === 'object') return []
    const said = connection.secrets_set.includes(key)
      ? t.set({ day: date(connection.secrets_at) })
      : typeof value === 'string'
        ? (options?.[value]?.[language] ?? value.slice(0, longest))
        : value === undefined
          ? ''
          : String(value)
    return said === '' ? [] : [[label[language], said] as const]
  })
  return (
    <Panel title={t.signIn()}>
      <Facts facts={[[t.reached(), <ReachedBy key="reached" way={connection} />], ...facts]} />
      <ProviderSignIn settings={connection.settings} stored={connection} isSaved />
    </Panel>
  )
}

const healthTexts = defineMessages({
  title: { en: 'Health', de: 'Zustand' },
  note: { en: 'checked every hour', de: 'stündlich geprüft' },
  span: { en: 'Span', de: 'Zeitraum' },
  days: { en: '{n} days', de: '{n} Tage' },
  today: { en: 'today', de: 'heute' },
  strip: {
    en: '{n, plural, =0 {No day} one {One day} other {# days}} with disruptions',
    de: '{n, plural, =0 {Kein Tag} one {Ein Tag} other {# Tage}} mit Störungen',
  },
  well: {
    en: '{day}: {n, plural, one {one check} other {# checks}}, all well',
    de: '{day}: {n, plural, one {eine Prüfung} other {# Prüfungen}}, alles in Ordnung',
  },
  disturbed: { en: '{day}: {failed} of {n} checks failed', de: '{day}: {failed} von {n} Prüfungen fehlgeschlagen' },
  unknown: { en: '{day}: not checked', de: '{day}: nicht geprüft' },
  availability: { en: 'Availability', de: 'Verfügbarkeit' },
  answer: { en: 'Median answer, 24\u00a0h', de: 'Antwortzeit (Median), 24\u00a0h' },
  checks: { en: 'Checks, 24\u00a0h', de: 'Prüfungen, 24\u00a0h' },
  failed: { en: '{n} failed', de: '{n} fehlgeschlagen' },
  disruptions: { en: 'Disruptions', de: 'Störungen' },
  lasts: { en: 'still', de: 'dauert an' },
  none: { en: 'No disruptions', de: 'Keine Störungen' },
  noneText: { en: 'It has answered whenever it was looked at.', de: 'Sie hat bei jeder Prüfung geantwortet.' },
})

const spans = [7, 30, 90] as const

function Health({ id }: { id: string }) {
  const t = useTexts(healthTexts)
  const failed = useTexts(failedTexts)
  const formats = useFormats()
  const [span, setSpan] = useState<number>(90)
  const { data } = useHealth(id, span)
  if (!data) return <FormWaiting />
  const { days, checks, disruptions, captures, watched_seconds } = data.data
  const down = days.reduce((sum, day) => sum + day.down_seconds, 0)
  const times = checks.filter(({ ok }) => ok).map(({ milliseconds }) => milliseconds)
  const bad = checks.length - times.length
  return (
    <>
      <Figures
        figures={[
          {
            label: t.availability(),
            value: watched_seconds === 0 ? '–' : formats.percent(Math.max(0, 1 - down / watched_seconds)),
          },
          { label: t.answer(), value: formats.duration(medianOf(times)), spark: <Spark data={times} tone="blue" /> },
          {
            label: t.checks(),
            value: formats.number(checks.length),
            ...(bad > 0 && { note: t.failed({ n: bad }), noteTone: 'red' as const }),
          },
        ]}
      />
      <Panel
        title={t.title()}
        note={t.note()}
        actions={
          <SegmentedControl
            size="xs"
            aria-label={t.span()}
            value={String(span)}
            onChange={(value) => setSpan(Number(value))}
            data={spans.map((n) => ({ value: String(n), label: t.days({ n }) }))}
          />
        }
      >
        <DayStrip
          label={t.strip({ n: days.filter((day) => day.failed > 0).length })}
          days={days.map(({ day, checks: n, failed }) => ({
            day,
            tone: n === 0 ? 'slate' : failed === 0 ? 'green' : failed === n ? 'red' : 'amber',
            title:
              n === 0
                ? t.unknown({ day: formats.date(day) })
                : failed === 0
                  ? t.well({ day: formats.date(day), n })
                  : t.disturbed({ day: formats.date(day), failed, n }),
          }))}
        />
        <p className={s['ends']}>
          <span>{formats.date(days[0]?.day)}</span>
          <span>{t.strip({ n: days.filter((day) => day.failed > 0).length })}</span>
          <span>{t.today()}</span>
        </p>
      </Panel>
      <Captures captures={captures} />
      <Panel title={t.disruptions()} note={formats.number(disruptions.length)} bleed={disruptions.length > 0}>
        {disruptions.length === 0 ? (
          <EmptyState small title={t.none()} text={t.noneText()} />
        ) : (
          <ul className={s['disruptions']}>
            {disruptions.map((one) => (
              <li key={one.id}>
                <div>
                  <b>{failed[one.step]()}</b>
                  <p>{one.reason}</p>
                </div>
                <span>{formats.dateTime(one.began_at)}</span>
                <span className="num">{one.ended_at ? formats.duration(one.seconds * 1_000) : t.lasts()}</span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </>
  )
}

const medianOf = (values: readonly number[]) =>
  values.length === 0 ? null : values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
