import { ActionIcon, Button, TextInput } from '@mantine/core'
import {
  IconAlertCircle,
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconChevronRight,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import type { DataSetDefinition } from '@weft/kit/define/data-set.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import clsx from 'clsx'
import { useState, type ReactNode } from 'react'
import { brief } from './brief.ts'
import { columnsOfQuestion, dataSetSources, idOf, type KnownStructure } from './sources.ts'
import type { StageAnswer } from './stage-answer.ts'
import s from './stages.module.css'
import {
  knownAt,
  questionsOf,
  renameStage,
  withoutStage,
  withStageBehind,
  withStagesSwapped,
  type Question,
} from './stages.ts'

const texts = defineMessages({
  stage: { en: 'Stage {number}', de: 'Stufe {number}' },
  answer: { en: 'Answer', de: 'Antwort' },
  name: { en: 'Name of the stage', de: 'Name der Stufe' },
  add: { en: 'Add a stage', de: 'Stufe hinzufügen' },
  addHint: {
    en: 'A stage goes on asking with the answer so far: filter groups, calculate with sums, join more.',
    de: 'Eine Stufe fragt mit der bisherigen Antwort weiter: Gruppen filtern, mit Summen rechnen, mehr verknüpfen.',
  },
  insert: { en: 'Insert a stage behind {name}', de: 'Stufe hinter {name} einfügen' },
  remove: { en: 'Remove {name}', de: '{name} entfernen' },
  up: { en: 'Move {name} up', de: '{name} nach oben' },
  down: { en: 'Move {name} down', de: '{name} nach unten' },
  open: { en: 'Open {name}', de: '{name} öffnen' },
  close: { en: 'Close {name}', de: '{name} schließen' },
  from: { en: 'from {names}', de: 'aus {names}' },
  fields: {
    en: '{count, plural, one {# field} other {# fields}}',
    de: '{count, plural, one {# Feld} other {# Felder}}',
  },
  filters: {
    en: '{count, plural, one {# filter} other {# filters}}',
    de: '{count, plural, one {# Filter} other {# Filter}}',
  },
  computed: { en: '{count} calculated', de: '{count} berechnet' },
  grouped: { en: 'grouped by {names}', de: 'gruppiert nach {names}' },
  total: { en: 'one row over everything', de: 'eine Zeile über alles' },
  limit: { en: 'at most {count, number} rows', de: 'höchstens {count, number} Zeilen' },
  rows: { en: 'First rows of {name}', de: 'Erste Zeilen von {name}' },
  none: { en: 'No rows', de: 'Keine Zeilen' },
  wrong: { en: 'Something is wrong here', de: 'Hier stimmt etwas nicht' },
})

type Props = {
  definition: DataSetDefinition
  onChange: (definition: DataSetDefinition) => void
  structures: KnownStructure[]
  answers: ReadonlyMap<string, StageAnswer>
  hasError: (n: number) => boolean
  error: (path: string) => string | undefined
  readOnly: boolean
  /** What the n-th question asks. */
  children: (n: number) => ReactNode
}

/** The questions of a data set below each other, each with its first rows. One question alone has no frame. */
export function StageChain({ definition, onChange, structures, answers, hasError, error, readOnly, children }: Props) {
  const t = useTexts(texts)
  const questions = questionsOf(definition)
  const last = questions.length - 1
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set([last]))
  const columnsAt = (n: number) => {
    const question = questions[n]!
    return columnsOfQuestion(question, dataSetSources(question, knownAt(definition, n, structures, answers)))
  }
  const insert = (n: number) => {
    onChange(withStageBehind(definition, n, columnsAt(n)))
    setOpen(new Set([n + 1]))
  }
  const addButton = (
    <div className={s['add']}>
      <Button size="xs" variant="light" leftSection={<IconPlus size={14} />} onClick={() => insert(last)}>
        {t.add()}
      </Button>
      <span>{t.addHint()}</span>
    </div>
  )
  if (last === 0)
    return (
      <>
        {children(0)}
        {!readOnly && addButton}
      </>
    )
  return (
    <ol className={s['chain']}>
      {questions.map((question, n) => {
        const name = question.id ?? t.answer()
        const isOpen = open.has(n)
        const toggle = () => setOpen(isOpen ? new Set([...open].filter((one) => one !== n)) : new Set([...open, n]))
        return (
          <li key={n} className={s['stage']} data-open={isOpen || undefined}>
            <section aria-label={question.id ? t.stage({ number: n + 1 }) : t.answer()}>
              <header className={s['head']}>
                <ActionIcon
                  aria-expanded={isOpen}
                  aria-label={isOpen ? t.close({ name }) : t.open({ name })}
                  onClick={toggle}
                >
                  {isOpen ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
                </ActionIcon>
                <span className={s['number']} aria-hidden>
                  {n + 1}
                </span>
                {question.id === undefined ? (
                  <b>{t.answer()}</b>
                ) : (
                  <TextInput
                    aria-label={t.name()}
                    size="xs"
                    className={s['name']}
                    value={question.id}
                    readOnly={readOnly}
                    error={error(`stages.${n}.id`)}
                    onChange={(event) =>
                      onChange(
                        renameStage(definition, n, event.currentTarget.value.toLowerCase().replaceAll(/\W/g, '_')),
                      )
                    }
                  />
                )}
                <Summary question={question} known={knownAt(definition, n, structures, answers)} />
                {hasError(n) && (
                  <span className={s['wrong']} title={t.wrong()}>
                    <IconAlertCircle size={16} aria-label={t.wrong()} role="img" />
                  </span>
                )}
                {!readOnly && (
                  <span className={s['verbs']}>
                    <ActionIcon
                      aria-label={t.up({ name })}
                      disabled={n === 0}
                      onClick={() => onChange(withStagesSwapped(definition, n - 1))}
                    >
                      <IconArrowUp size={14} />
                    </ActionIcon>
                    <ActionIcon
                      aria-label={t.down({ name })}
                      disabled={n === last}
                      onClick={() => onChange(withStagesSwapped(definition, n))}
                    >
                      <IconArrowDown size={14} />
                    </ActionIcon>
                    <ActionIcon aria-label={t.remove({ name })} onClick={() => onChange(withoutStage(definition, n))}>
                      <IconTrash size={15} />
                    </ActionIcon>
                  </span>
                )}
              </header>
              {isOpen && <div className={s['body']}>{children(n)}</div>}
              {question.id !== undefined && (
                <FirstRows name={name} answer={answers.get(question.id)} label={t.rows({ name })} none={t.none()} />
              )}
            </section>
            {!readOnly && n < last && (
              <ActionIcon
                className={s['insert']}
                variant="default"
                radius="xl"
                aria-label={t.insert({ name })}
                onClick={() => insert(n)}
              >
                <IconPlus size={14} />
              </ActionIcon>
            )}
          </li>
        )
      })}
      {!readOnly && <li>{addButton}</li>}
    </ol>
  )
}

/** A question in a few words. */
function Summary({ question, known }: { question: Question; known: KnownStructure[] }) {
  const t = useTexts(texts)
  const { structures, fields, filters, limit } = question
  const names = structures.map((source) => known.find(({ id }) => id === idOf(source))?.label ?? source.as)
  const keys = fields.filter((field) => !field.function).map(({ name }) => name)
  const computed = fields.filter(({ formula }) => formula !== undefined).length
  const parts = [
    t.from({ names: names.join(', ') }),
    t.fields({ count: fields.length }),
    ...(computed > 0 ? [t.computed({ count: computed })] : []),
    ...(filters.length > 0 ? [t.filters({ count: filters.length })] : []),
    ...(fields.some((field) => field.function)
      ? [keys.length > 0 ? t.grouped({ names: keys.join(', ') }) : t.total()]
      : []),
    ...(question.id !== undefined && limit !== undefined ? [t.limit({ count: limit })] : []),
  ]
  return <span className={s['summary']}>{parts.join(' · ')}</span>
}

const shown = 3

/** The first rows of a stage, small. */
function FirstRows({
  name,
  answer,
  label,
  none,
}: {
  name: string
  answer: StageAnswer | undefined
  label: string
  none: string
}) {
  const { columns = [], rows } = answer ?? {}
  if (!rows) return null
  if (rows.length === 0) return <p className={s['none']}>{none}</p>
  return (
    <div
      className={clsx(s['rows'], answer?.isFetching && 'busy-line')}
      role="region"
      aria-label={label}
      tabIndex={0}
      aria-busy={answer?.isFetching}
    >
      <table aria-label={name}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col">
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row, i) => (
            <tr key={i}>
              {columns.map((column) => (
                <td key={column.name}>{brief(row[column.name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
