import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconPlus, IconTrash } from '@tabler/icons-react'
import { testProblem } from '@weft/engine/mapping/function-tests.ts'
import type { FunctionTest } from '@weft/kit/define/mapping-function.ts'
import type { MappingTrace } from '@weft/kit/define/mapping.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { SmallTable } from '@weft/kit/ui/small-table.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { typedText, typedValue, type FunctionDraft } from './draft.ts'
import s from './functions.module.css'

const texts = defineMessages({
  gives: { en: 'Gives', de: 'Ergibt' },
  refused: { en: 'Is refused', de: 'Wird abgelehnt' },
  outcome: { en: 'Outcome', de: 'Ausgang' },
  passes: { en: 'As expected', de: 'Wie erwartet' },
  add: { en: 'Test', de: 'Test' },
  remove: { en: 'Remove test {number}', de: 'Test {number} entfernen' },
  value: { en: '{name} of test {number}', de: '{name} von Test {number}' },
  none: {
    en: 'There are no tests yet. A test is values and what must come of them.',
    de: 'Noch gibt es keine Tests. Ein Test sind Werte und was daraus werden muss.',
  },
  region: { en: 'Tests', de: 'Tests' },
})

type Props = {
  draft: FunctionDraft
  traces: readonly MappingTrace[]
  /** What the server said of a row. */
  errors: Record<string, string[]>
  readOnly: boolean
  onChange(tests: FunctionTest[]): void
}

/** Rows of values and what must come of them, each with what comes of them now. */
export function TestsTable({ draft, traces, errors, readOnly, onChange }: Props) {
  const t = useTexts(texts)
  const language = useLanguage()
  const { parameters, tests, gives } = draft
  const change = (at: number, changed: Partial<FunctionTest>) =>
    onChange(tests.map((one, i) => (i === at ? { ...one, ...changed } : one)))
  const problemOf = (test: FunctionTest, i: number) => {
    const trace = traces[i]
    const problem = trace && testProblem(test, gives, trace)
    return problem ? say(problem, language) : errors[`tests.${i}`]?.[0]
  }
  return (
    <>
      {tests.length === 0 ? (
        <p className="muted">{t.none()}</p>
      ) : (
        <div className={s['tests']} role="region" aria-label={t.region()} tabIndex={0}>
          <SmallTable columns={[...parameters.map(({ name }) => name), t.gives(), t.refused(), t.outcome(), '']}>
            {tests.map((test, i) => {
              const problem = problemOf(test, i)
              return (
                <tr key={i} data-wrong={problem ? true : undefined}>
                  {parameters.map(({ id, name, type }, n) => (
                    <td key={id}>
                      <TextInput
                        size="xs"
                        aria-label={t.value({ name, number: i + 1 })}
                        value={typedText(test.takes[n])}
                        readOnly={readOnly}
                        onChange={(event) => {
                          const value = typedValue(event.currentTarget.value, type)
                          change(i, { takes: parameters.map((_, m) => (m === n ? value : (test.takes[m] ?? null))) })
                        }}
                      />
                    </td>
                  ))}
                  <td>
                    <TextInput
                      size="xs"
                      aria-label={t.value({ name: t.gives(), number: i + 1 })}
                      aria-invalid={problem ? true : undefined}
                      value={test.refused ? '' : typedText(test.gives)}
                      disabled={test.refused}
                      readOnly={readOnly}
                      onChange={(event) => change(i, { gives: typedValue(event.currentTarget.value, gives) })}
                    />
                  </td>
                  <td>
                    <Checkbox
                      aria-label={t.value({ name: t.refused(), number: i + 1 })}
                      checked={test.refused}
                      disabled={readOnly}
                      onChange={(event) => change(i, { refused: event.currentTarget.checked, gives: null })}
                    />
                  </td>
                  <td className={s['outcome']} data-wrong={problem ? true : undefined}>
                    {traces[i] && (
                      <span>
                        {problem ? <IconCircleX size={15} aria-hidden /> : <IconCircleCheck size={15} aria-hidden />}
                        {problem ?? t.passes()}
                      </span>
                    )}
                  </td>
                  <td>
                    {!readOnly && (
                      <ActionIcon
                        aria-label={t.remove({ number: i + 1 })}
                        onClick={() => onChange(tests.filter((_, m) => m !== i))}
                      >
                        <IconTrash size={15} />
                      </ActionIcon>
                    )}
                  </td>
                </tr>
              )
            })}
          </SmallTable>
        </div>
      )}
      {!readOnly && (
        <Button
          mt={8}
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => onChange([...tests, { takes: parameters.map(() => null), refused: false }])}
        >
          {t.add()}
        </Button>
      )}
    </>
  )
}
