import { Radio, Select, TextInput } from '@mantine/core'
import { newFieldRules, rhythms, type IntegrationDraft } from '@weft/kit/integrations/draft.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { ChoiceCard } from '../choice-card.tsx'
import { rhythmTexts } from '../rhythm-texts.ts'
import { newFieldTexts } from '../new-field-texts.ts'
import { canCompare, deletedFieldOf } from './deletions.ts'
import { DraftStepPage, OfDraft } from './steps.tsx'
import { useAnalyses } from './use-analyses.ts'
import type { OpenDraft } from './use-draft.ts'
import s from './basic-config.module.css'

const texts = defineMessages({
  heading: { en: 'How it stays up to date', de: 'Wie es aktuell bleibt' },
  text: { en: 'Everything can be changed later.', de: 'Alles lässt sich später ändern.' },
  runs: { en: 'When it runs', de: 'Wann es läuft' },
  runsText: {
    en: 'Besides, anybody may start it by hand.',
    de: 'Außerdem lässt es sich jederzeit von OpenDraft starten.',
  },
  rhythm: { en: 'Rhythm', de: 'Rhythmus' },
  time: { en: 'Time', de: 'Uhrzeit' },
  reads: { en: 'What is read', de: 'Was gelesen wird' },
  changes: {
    en: '{n, plural, =0 {No table} one {# table} other {# tables}}: what has changed since the last run.',
    de: '{n, plural, =0 {Keine Tabelle} one {# Tabelle} other {# Tabellen}}: was sich seit dem letzten Lauf geändert hat.',
  },
  whole: {
    en: '{n, plural, =0 {No table} one {# table} other {# tables}}: all rows, each time.',
    de: '{n, plural, =0 {Keine Tabelle} one {# Tabelle} other {# Tabellen}}: alle Zeilen, jedes Mal.',
  },
  deletions: { en: 'When something is deleted at the source', de: 'Wenn an der Quelle etwas gelöscht wird' },
  keep: { en: 'Keep it', de: 'Behalten' },
  keepText: { en: 'What was stored stays.', de: 'Was gespeichert ist, bleibt.' },
  mark: { en: 'Mark the row as deleted', de: 'Zeile als gelöscht markieren' },
  markText: { en: 'With the moment it was noticed.', de: 'Mit dem Zeitpunkt, zu dem es auffiel.' },
  remove: { en: 'Delete it here too', de: 'Auch hier löschen' },
  removeText: { en: 'As soon as a run notices it.', de: 'Sobald ein Lauf es bemerkt.' },
  safe: {
    en: 'Noticed by a field that says so, or by comparing all keys. A source that suddenly answers with nothing, or without most of its rows, deletes nothing until a person agrees.',
    de: 'Bemerkt durch ein Feld, das es sagt, oder durch den Vergleich aller Schlüssel. Eine Quelle, die plötzlich mit nichts oder ohne die meisten ihrer Zeilen antwortet, löscht nichts, bis eine Person zustimmt.',
  },
  cannot: {
    en: '{n, plural, one {# table has} other {# tables have}} no key that could be compared: what is deleted there stays.',
    de: '{n, plural, one {# Tabelle hat} other {# Tabellen haben}} keinen Schlüssel, der sich vergleichen ließe: Was dort gelöscht wird, bleibt.',
  },
  newFields: { en: 'When a new field comes up', de: 'Wenn ein neues Feld dazukommt' },
})

export const BasicConfigScreen = () => <OfDraft>{(hand) => <Basics hand={hand} />}</OfDraft>

function Basics({ hand }: { hand: OpenDraft }) {
  const t = useTexts(texts)
  const rhythmNames = useTexts(rhythmTexts)
  const rules = useTexts(newFieldTexts)
  useAnalyses(hand)
  const { draft } = hand
  const { data, profiles } = draft
  const set = (changes: Partial<IntegrationDraft>) => hand.change((before) => ({ ...before, ...changes }))
  const count = (read: string) => data.tables.filter((table) => table.read === read).length
  const common = data.tables.find(({ deletions }) => deletions !== 'keep')?.deletions ?? 'keep'
  const unable = data.tables.filter(
    (table) => deletedFieldOf(table, profiles[table.name]) === null && !canCompare(table, profiles[table.name]),
  ).length
  const setDeletions = (deletions: string) =>
    hand.change((before) => ({
      ...before,
      tables: before.tables.map((table) => {
        const deleted_field = deletedFieldOf(table, profiles[table.name])
        const isAble = deleted_field !== null || canCompare(table, profiles[table.name])
        return {
          ...table,
          deletions: isAble ? (deletions as 'keep') : 'keep',
          deleted_field: deletions === 'keep' ? null : deleted_field,
        }
      }),
    }))
  return (
    <DraftStepPage hand={hand} current="basicConfig" heading={t.heading()} text={t.text()}>
      <div className={s['parts']}>
        <Panel title={t.runs()} note={t.runsText()}>
          <div className={s['row']}>
            <Select
              label={t.rhythm()}
              allowDeselect={false}
              value={data.rhythm}
              onChange={(rhythm) => set({ rhythm: rhythm as IntegrationDraft['rhythm'] })}
              data={rhythms.map((value) => ({ value, label: rhythmNames[value]() }))}
            />
            {(data.rhythm === 'daily' || data.rhythm === 'weekly') && (
              <TextInput
                type="time"
                label={t.time()}
                value={data.time}
                onChange={(event) => event.currentTarget.value && set({ time: event.currentTarget.value })}
              />
            )}
          </div>
        </Panel>
        <Panel title={t.reads()}>
          <ul className={s['list']}>
            {count('changed') > 0 && <li>{t.changes({ n: count('changed') })}</li>}
            {count('all') > 0 && <li>{t.whole({ n: count('all') })}</li>}
          </ul>
        </Panel>
        <Panel title={t.deletions()}>
          <div className={s['cards']}>
            {(['keep', 'mark', 'remove'] as const).map((value) => (
              <ChoiceCard
                key={value}
                name="deletions"
                value={value}
                checked={common === value}
                onChange={setDeletions}
                title={t[value]()}
                text={t[`${value}Text`]()}
              />
            ))}
          </div>
          {common !== 'keep' && <p className={s['hint']}>{t.safe()}</p>}
          {common !== 'keep' && unable > 0 && <p className={s['hint']}>{t.cannot({ n: unable })}</p>}
        </Panel>
        <Panel title={t.newFields()}>
          <Radio.Group
            value={data.new_fields}
            onChange={(rule) => set({ new_fields: rule as IntegrationDraft['new_fields'] })}
            aria-label={t.newFields()}
          >
            <div className={s['list']}>
              {newFieldRules.map((rule) => (
                <Radio key={rule} value={rule} label={rules[rule]()} description={rules[`${rule}Text`]()} />
              ))}
            </div>
          </Radio.Group>
        </Panel>
      </div>
    </DraftStepPage>
  )
}
