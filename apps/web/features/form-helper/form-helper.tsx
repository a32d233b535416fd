import { SegmentedControl, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { validators } from '@weft/catalogue/validators/all.ts'
import type { Validator, Verdict } from '@weft/kit/define/validator.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { StatusDot } from '@weft/kit/ui/bits.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { useCallback, useState } from 'react'
import s from './form-helper.module.css'
import { verdictTexts, verdictTones } from './option-labels.ts'
import { RuleCard } from './rule-card.tsx'

const texts = defineMessages({
  title: { en: 'Form helper', de: 'Formularhilfe' },
  subtitle: {
    en: 'Every rule a form field can have: try a value and read the verdict in both languages. The server judges with the same functions.',
    de: 'Jede Regel, die ein Formularfeld haben kann: Probieren Sie einen Wert aus und lesen Sie das Ergebnis in beiden Sprachen. Der Server urteilt mit denselben Funktionen.',
  },
  search: { en: 'Find a rule', de: 'Regel suchen' },
  shown: { en: 'Which rules', de: 'Welche Regeln' },
  all: { en: 'All ({count})', de: 'Alle ({count})' },
  validators: { en: 'Validators ({count})', de: 'Validatoren ({count})' },
  helper: { en: 'Form helper rules ({count})', de: 'Regeln der Formularhilfe ({count})' },
  nothing: { en: 'No rule fits', de: 'Keine Regel passt' },
  nothingText: { en: 'Search for another word.', de: 'Suchen Sie nach einem anderen Wort.' },
  verdicts: { en: 'Verdicts', de: 'Ergebnisse' },
})

const all: readonly Validator[] = validators
/** The rules short forms are written with; whole numbers are in both lists. */
const helperRules = [
  'required',
  'min_length',
  'max_length',
  'alpha',
  'alphanumeric',
  'with_spaces',
  'email',
  'number_or_variable',
  'natural_number',
  'integer',
  'decimal',
  'json',
]
const isHelper = ({ key }: Validator) => helperRules.includes(key)
const isValidator = ({ key }: Validator) => !helperRules.includes(key) || key === 'integer'
const groups = { all: () => true, validators: isValidator, helper: isHelper }

/** Every validator and form helper rule, live. */
export function FormHelperScreen() {
  const t = useTexts(texts)
  const words = useTexts(verdictTexts)
  const read = useLabel()
  const [term, setTerm] = useState('')
  const [group, setGroup] = useState<keyof typeof groups>('all')
  const [verdicts, setVerdicts] = useState<Record<string, Verdict>>({})
  const told = useCallback(
    (key: string, verdict: Verdict) =>
      setVerdicts((before) => (before[key] === verdict ? before : { ...before, [key]: verdict })),
    [],
  )
  const wanted = term.trim().toLowerCase()
  const shown = all
    .filter(groups[group])
    .filter(({ key, labels }) =>
      [key, labels.title.en, labels.title.de].some((name) => name.toLowerCase().includes(wanted)),
    )
    .toSorted((a, b) => read(a.labels.title).localeCompare(read(b.labels.title)))
  return (
    <Page title={t.title()} subtitle={t.subtitle()}>
      <div className={s['bar']}>
        <TextInput
          type="search"
          aria-label={t.search()}
          placeholder={t.search()}
          leftSection={<IconSearch size={15} />}
          value={term}
          onChange={(event) => setTerm(event.currentTarget.value)}
          w={240}
        />
        <SegmentedControl
          aria-label={t.shown()}
          value={group}
          onChange={(next) => setGroup(next)}
          data={(['all', 'validators', 'helper'] as const).map((name) => ({
            value: name,
            label: t[name]({ count: all.filter(groups[name]).length }),
          }))}
        />
        <ul className={s['counts']} aria-label={t.verdicts()}>
          {(['Valid', 'Invalid', 'Ignored', 'NotValidated'] as const).map((verdict) => (
            <li key={verdict}>
              <StatusDot tone={verdictTones[verdict]}>{words[verdict]()}</StatusDot>
              <b>{shown.filter(({ key }) => (verdicts[key] ?? 'NotValidated') === verdict).length}</b>
            </li>
          ))}
        </ul>
      </div>
      {shown.length === 0 && <EmptyState icon={IconSearch} title={t.nothing()} text={t.nothingText()} />}
      <div className={s['cards']}>
        {shown.map((validator) => (
          <RuleCard key={validator.key} validator={validator} helper={isHelper(validator)} onVerdict={told} />
        ))}
      </div>
    </Page>
  )
}
