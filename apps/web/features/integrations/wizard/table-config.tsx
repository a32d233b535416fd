import { Button, TextInput } from '@mantine/core'
import { fieldNames } from '@weft/kit/define/field-names.ts'
import type { DraftTable } from '@weft/kit/integrations/draft.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconArrowRight } from '@tabler/icons-react'
import type { Profile } from '../api.ts'
import s from './fields.module.css'
import { StoredFields } from './stored-fields.tsx'
import { DraftStepPage, OfDraft } from './steps.tsx'
import { TableSide } from './table-side.tsx'
import { TableStrip } from './table-strip.tsx'
import { useAnalyses } from './use-analyses.ts'
import { useChosenTable } from './use-chosen-table.ts'
import type { OpenDraft } from './use-draft.ts'

const texts = defineMessages({
  heading: { en: 'How it is stored', de: 'Wie es gespeichert wird' },
  text: {
    en: 'Names, types and what is left out. Everything can be changed later without reading all again.',
    de: 'Namen, Typen und was wegbleibt. Alles lässt sich später ändern, ohne alles neu zu lesen.',
  },
  fields: { en: '{n} of {all} fields', de: '{n} von {all} Feldern' },
  storedAs: { en: '{table} is stored as', de: '{table} wird gespeichert als' },
  rule: { en: 'Names by rule', de: 'Namen nach Regel' },
  waits: { en: 'This table is still looked through', de: 'Diese Tabelle wird noch durchgesehen' },
})

export const TableConfigScreen = () => <OfDraft>{(hand) => <Tables hand={hand} />}</OfDraft>

function Tables({ hand }: { hand: OpenDraft }) {
  const t = useTexts(texts)
  const { draft } = hand
  const { tables } = draft.data
  const analyses = useAnalyses(hand)
  const { chosen, profile, choose } = useChosenTable(draft)
  return (
    <DraftStepPage
      hand={hand}
      current="tableConfig"
      heading={t.heading()}
      text={t.text()}
      blocked={analyses.done < tables.length}
    >
      <TableStrip
        chosen={chosen?.name ?? ''}
        choose={choose}
        entries={tables.map(({ name, fields }) => {
          const state = analyses.stateOf(name)
          const stored = fields.filter(({ treatment }) => treatment !== 'leave_out').length
          return {
            name,
            state: state === 'done' ? 'plain' : state,
            text: state === 'done' ? t.fields({ n: stored, all: fields.length }) : '',
          }
        })}
      />
      {chosen && profile ? (
        <OneTable key={chosen.name} hand={hand} table={chosen} profile={profile} />
      ) : (
        <EmptyState title={t.waits()} text={chosen && analyses.reasonOf(chosen.name)} />
      )}
    </DraftStepPage>
  )
}

function OneTable({ hand, table, profile }: { hand: OpenDraft; table: DraftTable; profile: Profile }) {
  const t = useTexts(texts)
  const set = (changes: Partial<DraftTable>) =>
    hand.change((before) => ({
      ...before,
      tables: before.tables.map((one) => (one.name === table.name ? { ...one, ...changes } : one)),
    }))
  const byRule = fieldNames(table.fields.map(({ name }) => name))
  const isByRule = table.fields.every(({ stored_as }, i) => stored_as === byRule[i])
  return (
    <div className={s['halves']}>
      <div className={s['box']}>
        <div className={s['head']}>
          <code className="mono">{table.name}</code>
          <IconArrowRight size={14} aria-hidden />
          <TextInput
            size="xs"
            className={s['stored']}
            aria-label={t.storedAs({ table: table.name })}
            value={table.stored_as}
            onChange={(event) => set({ stored_as: event.currentTarget.value })}
          />
          <Button
            size="compact-sm"
            variant="subtle"
            disabled={isByRule}
            onClick={() => set({ fields: table.fields.map((field, i) => ({ ...field, stored_as: byRule[i]! })) })}
          >
            {t.rule()}
          </Button>
        </div>
        <StoredFields table={table} profile={profile} set={set} />
      </div>
      <TableSide table={table} profile={profile} set={set} />
    </div>
  )
}
