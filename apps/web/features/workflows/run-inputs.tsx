import { Textarea } from '@mantine/core'
import type { FlowParameter } from '@weft/kit/workflow-text/flow.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { SettingsForm } from '@weft/kit/ui/settings-form.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useState } from 'react'
import { z } from 'zod'
import { keepTestData, readTestData } from './test-data.ts'

const texts = defineMessages({
  noParameters: { en: 'This workflow asks for no parameters.', de: 'Dieser Workflow fragt keine Parameter ab.' },
  testData: { en: 'Test data (JSON)', de: 'Testdaten (JSON)' },
  testDataHelp: {
    en: 'A record the trigger hands on, as a call would bring it. Empty: the parameters.',
    de: 'Ein Datensatz, den der Auslöser weitergibt, wie ihn ein Aufruf brächte. Leer: die Parameter.',
  },
  badJson: { en: 'Invalid JSON', de: 'Ungültiges JSON' },
})

/** What a run by hand is given: its parameters, and the record of its trigger, which is remembered for each workflow. */
export function useRunInputs(workflow_id: string, parameters: FlowParameter[]) {
  const [values, setValues] = useState<Record<string, unknown>>()
  const [testData, setTestData] = useState(() => readTestData(workflow_id))
  const given = values ?? startOf(parameters)
  return {
    parameters,
    given,
    setValues,
    testData,
    setTestData,
    isBroken: testData.trim() !== '' && !isJson(testData),
    /** As a call has it; what was typed is there the next time. */
    async order() {
      await keepTestData(workflow_id, testData)
      return { parameters: given, ...(testData.trim() && { test_data: testData }) }
    },
  }
}

type Props = {
  inputs: ReturnType<typeof useRunInputs>
  errors: Record<string, string[]>
  errorAt(field: string): string | undefined
}

export function RunInputs({ inputs, errors, errorAt }: Props) {
  const t = useTexts(texts)
  const { parameters, given, setValues, testData, setTestData, isBroken } = inputs
  return (
    <>
      {parameters.length === 0 ? (
        <p className="muted">{t.noParameters()}</p>
      ) : (
        <SettingsForm
          schema={schemaOf(parameters)}
          labels={labelsOf(parameters)}
          value={given}
          onChange={setValues}
          errors={errors}
        />
      )}
      <Textarea
        label={t.testData()}
        description={t.testDataHelp()}
        autosize
        minRows={2}
        maxRows={12}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--font-mono)', fontSize: 12 } }}
        value={testData}
        error={isBroken ? t.badJson() : errorAt('test_data')}
        onChange={(event) => setTestData(event.currentTarget.value)}
      />
    </>
  )
}

function isJson(text: string) {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const startOf = (parameters: FlowParameter[]) =>
  Object.fromEntries(
    parameters.flatMap(({ name, default: fallback, type }) =>
      fallback !== undefined ? [[name, fallback]] : type === 'boolean' ? [[name, false]] : [],
    ),
  )
const labelsOf = (parameters: FlowParameter[]) =>
  Object.fromEntries(parameters.map(({ name, label }) => [name, { en: label || name, de: label || name }]))

function schemaOf(parameters: FlowParameter[]) {
  return z.object(
    Object.fromEntries(
      parameters.map(({ name, type, required, values }) => {
        const schema =
          type === 'boolean'
            ? z.boolean()
            : type === 'integer'
              ? z.int()
              : type === 'date'
                ? z.string().min(1).meta({ input: 'date' })
                : type === 'date_time'
                  ? z.string().min(1).meta({ input: 'dateTime' })
                  : type === 'choice' && values?.length
                    ? z.enum(values as [string, ...string[]])
                    : type === 'long_text'
                      ? z.string().min(1).meta({ input: 'longText' })
                      : z.string().min(1)
        return [name, required ? schema : schema.nullish()]
      }),
    ),
  )
}
