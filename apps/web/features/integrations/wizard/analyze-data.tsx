import { Button, Select, TextInput, VisuallyHidden } from '@mantine/core'
import type { Treatment } from '@weft/kit/define/personal.ts'
import type { DraftField } from '@weft/kit/integrations/draft.ts'
import { sizedTypeOf, storedType } from '@weft/kit/integrations/suggest.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Badge, Note } from '@weft/kit/ui/bits.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import type { Profile } from '../api.ts'
import { DraftStepPage, OfDraft } from './steps.tsx'
import { personalTexts, treatmentTexts } from './personal-texts.ts'
import { TableStrip } from './table-strip.tsx'
import { typeName } from './type-name.ts'
import { useAnalyses } from './use-analyses.ts'
import { useChosenTable } from './use-chosen-table.ts'
import type { OpenDraft } from './use-draft.ts'
import s from './fields.module.css'

const texts = defineMessages({
  heading: { en: 'What is in the data', de: 'Was in den Daten steckt' },
  text: {
    en: 'Weft looks through a sample of 10,000 rows of each table. Nothing has been stored yet.',
    de: 'Weft sieht eine Stichprobe von 10.000 Zeilen jeder Tabelle durch. Noch ist nichts gespeichert.',
  },
  fields: {
    en: '{n, plural, one {# field} other {# fields}}{hints, plural, =0 {} one {, # hint} other {, # hints}}',
    de: '{n, plural, one {# Feld} other {# Felder}}{hints, plural, =0 {} one {, # Hinweis} other {, # Hinweise}}',
  },
  personal: {
    en: '{n, plural, one {# field holds personal data.} other {# fields hold personal data.}}',
    de: '{n, plural, one {# Feld enthält Personendaten.} other {# Felder enthalten Personendaten.}}',
  },
  personalText: {
    en: 'Suggestions are set on the right. What is left out never leaves the source; what is hashed or masked is stored in no other way.',
    de: 'Vorschläge stehen rechts. Was weggelassen wird, verlässt die Quelle nie; was gehasht oder maskiert wird, wird nicht anders gespeichert.',
  },
  field: { en: 'Field', de: 'Feld' },
  source: { en: 'At the source', de: 'An der Quelle' },
  found: { en: 'Found', de: 'Gefunden' },
  filled: { en: 'Filled', de: 'Gefüllt' },
  distinct: { en: 'Distinct', de: 'Verschieden' },
  example: { en: 'Example', de: 'Beispiel' },
  people: { en: 'Personal', de: 'Personenbezug' },
  treatment: { en: 'What happens with it', de: 'Was damit geschieht' },
  treatmentOf: { en: 'What happens with {field}', de: 'Was mit {field} geschieht' },
  purpose: { en: 'Purpose of keeping {field}', de: 'Zweck, für den {field} behalten wird' },
  purposeHint: { en: 'What for?', de: 'Wofür?' },
  shown: { en: '{n} of {all} fields', de: '{n} von {all} Feldern' },
  more: { en: 'Show {n} more', de: '{n} weitere anzeigen' },
  read: {
    en: 'from {n, plural, one {# row} other {# rows}}{whole, select, true {, all there are} other {}}',
    de: 'aus {n, plural, one {# Zeile} other {# Zeilen}}{whole, select, true {, allen, die es gibt} other {}}',
  },
  progress: {
    en: '{n} of {all} analysed. You may continue.',
    de: '{n} von {all} analysiert. Sie können weitergehen.',
  },
  waits: { en: 'This table is looked through in a moment', de: 'Diese Tabelle wird gleich durchgesehen' },
  failed: { en: 'This table could not be looked through', de: 'Diese Tabelle konnte nicht durchgesehen werden' },
  again: { en: 'Try again', de: 'Erneut versuchen' },
})

export const AnalyzeDataScreen = () => <OfDraft>{(hand) => <Analyses hand={hand} />}</OfDraft>

function Analyses({ hand }: { hand: OpenDraft }) {
  const t = useTexts(texts)
  const { draft } = hand
  const { tables } = draft.data
  const analyses = useAnalyses(hand)
  const { chosen, profile, choose } = useChosenTable(draft)
  const isAll = analyses.done === tables.length
  return (
    <DraftStepPage
      hand={hand}
      current="analyzeData"
      heading={t.heading()}
      text={t.text()}
      {...(!isAll && { note: t.progress({ n: analyses.done, all: tables.length }) })}
    >
      <TableStrip
        chosen={chosen?.name ?? ''}
        choose={choose}
        entries={tables.map(({ name }) => {
          const own = draft.profiles[name]
          const hints = own?.fields.filter(({ personal }) => personal).length ?? 0
          return { name, state: analyses.stateOf(name), text: own ? t.fields({ n: own.fields.length, hints }) : '' }
        })}
      />
      {chosen && profile ? (
        <Fields key={chosen.name} hand={hand} table={chosen.name} fields={chosen.fields} profile={profile} />
      ) : (
        chosen && (
          <EmptyState
            title={analyses.reasonOf(chosen.name) ? t.failed() : t.waits()}
            text={analyses.reasonOf(chosen.name)}
            action={
              analyses.reasonOf(chosen.name) && (
                <Button variant="default" onClick={() => analyses.again(chosen.name)}>
                  {t.again()}
                </Button>
              )
            }
          />
        )
      )}
    </DraftStepPage>
  )
}

const firstShown = 12

function Fields({
  hand,
  table,
  fields,
  profile,
}: {
  hand: OpenDraft
  table: string
  fields: DraftField[]
  profile: Profile
}) {
  const t = useTexts(texts)
  const [isWhole, showWhole] = useState(profile.fields.length <= firstShown + 3)
  const people = profile.fields.filter(({ personal }) => personal).length
  const shown = isWhole ? profile.fields : profile.fields.slice(0, firstShown)
  const set = (name: string, changes: Partial<DraftField>) =>
    hand.change((before) => ({
      ...before,
      tables: before.tables.map((one) =>
        one.name === table
          ? { ...one, fields: one.fields.map((field) => (field.name === name ? { ...field, ...changes } : field)) }
          : one,
      ),
    }))
  return (
    <>
      {people > 0 && (
        <div className={s['note']}>
          <Note tone="pink" icon={<IconEyeOff size={16} aria-hidden />}>
            <b>{t.personal({ n: people })}</b> {t.personalText()}
          </Note>
        </div>
      )}
      <div className={s['box']}>
        <div className={s['scroll']} tabIndex={0} role="region" aria-label={table}>
          <table className={s['table']}>
            <thead>
              <tr>
                {[
                  t.field(),
                  t.source(),
                  t.found(),
                  t.filled(),
                  t.distinct(),
                  t.example(),
                  t.people(),
                  t.treatment(),
                ].map((title, i) => (
                  <th key={title} scope="col" data-end={i === 4 || undefined}>
                    {i === 7 ? <VisuallyHidden>{title}</VisuallyHidden> : title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((field) => (
                <FieldRow
                  key={field.name}
                  field={field}
                  read={profile.read}
                  decided={fields.find(({ name }) => name === field.name)}
                  set={(changes) => set(field.name, changes)}
                />
              ))}
            </tbody>
          </table>
        </div>
        <footer className={s['foot']}>
          <span>
            {t.shown({ n: shown.length, all: profile.fields.length })}{' '}
            {!isWhole && (
              <Button size="compact-xs" variant="subtle" onClick={() => showWhole(true)}>
                {t.more({ n: profile.fields.length - shown.length })}
              </Button>
            )}
          </span>
          <span>{t.read({ n: profile.read, whole: String(profile.whole) })}</span>
        </footer>
      </div>
    </>
  )
}

type RowProps = {
  field: Profile['fields'][number]
  read: number
  decided: DraftField | undefined
  set: (changes: Partial<DraftField>) => void
}

function FieldRow({ field, read, decided, set }: RowProps) {
  const t = useTexts(texts)
  const people = useTexts(personalTexts)
  const treatments = useTexts(treatmentTexts)
  const { number, percent } = useFormats()
  const share = read === 0 ? null : field.filled / read
  const found =
    field.found ??
    (field.type === 'text' || field.type === 'long_text'
      ? { type: field.type, length: Math.max(field.longest, 1) }
      : sizedTypeOf(field))
  const isOther = field.found !== null
  const treat = (treatment: Treatment) => set({ treatment, type: storedType(sizedTypeOf(field), treatment) })
  return (
    <tr>
      <th scope="row">
        <code className="mono">{field.name}</code>
      </th>
      <td>
        <code className="mono">{field.native}</code>
      </td>
      <td>
        <code className={`mono ${isOther ? s['other'] : ''}`}>
          {typeName(
            field.type === 'text' || field.type === 'long_text'
              ? { ...found, type: isOther ? found.type : 'text' }
              : found,
          )}
        </code>
      </td>
      <td>
        <span className={s['share']}>
          <span aria-hidden>
            <i style={{ width: `${(share ?? 0) * 100}%` }} />
          </span>
          {percent(share)}
        </span>
      </td>
      <td data-end>
        {number(field.distinct)}
        {field.more && '+'}
      </td>
      <td className={s['example']}>
        <code className="mono" title={field.example ?? undefined}>
          {field.example ?? '–'}
        </code>
      </td>
      <td>{field.personal && <Badge tone="pink">{people[field.personal]()}</Badge>}</td>
      <td>
        {field.personal && decided && (
          <div className={s['treat']}>
            <Select
              size="xs"
              aria-label={t.treatmentOf({ field: field.name })}
              allowDeselect={false}
              data-amber={decided.treatment === 'keep' || undefined}
              value={decided.treatment}
              onChange={(value) => treat(value as Treatment)}
              data={(['leave_out', 'hash', 'mask', 'keep'] as const).map((value) => ({
                value,
                label: treatments[value](),
              }))}
            />
            {decided.treatment === 'keep' && (
              <TextInput
                size="xs"
                aria-label={t.purpose({ field: field.name })}
                placeholder={t.purposeHint()}
                value={decided.purpose}
                onChange={(event) => set({ purpose: event.currentTarget.value })}
              />
            )}
          </div>
        )}
      </td>
    </tr>
  )
}
