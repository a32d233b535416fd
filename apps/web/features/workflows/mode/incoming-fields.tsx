import { Autocomplete } from '@mantine/core'
import { fieldsOf } from '@weft/designers/workflow/data/fields.ts'
import { incomingOf, type RunSamples, type Sample } from '@weft/designers/workflow/data/samples.ts'
import { typeTexts } from '@weft/designers/workflow/data/texts.ts'
import type { FieldName } from '@weft/kit/ui/form/configured-text.tsx'
import type { PickerProps } from '@weft/kit/ui/form/pickers.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { Flow } from '@weft/kit/workflow-text/flow.ts'
import { createContext, useContext, useMemo, type ReactNode } from 'react'
import s from './incoming-fields.module.css'

type Known = { flow: Pick<Flow, 'edges'>; samples: RunSamples | undefined }

const KnownRun = createContext<Known | undefined>(undefined)
const Incoming = createContext<readonly Sample[]>([])

/** What a run has shown of the records, for the settings of steps within. */
export const KnownRecords = ({ flow, samples, children }: Known & { children: ReactNode }) => (
  <KnownRun value={useMemo(() => ({ flow, samples }), [flow, samples])}>{children}</KnownRun>
)

/** The records that reach a step, by what has left the steps before it. */
export function RecordsReaching({ step, children }: { step: string; children: ReactNode }) {
  const known = useContext(KnownRun)
  const records = useMemo(
    () => (known?.samples ? incomingOf(known.flow, known.samples, step).flatMap((one) => one.records) : []),
    [known, step],
  )
  return <Incoming value={records}>{children}</Incoming>
}

/** The fields that reach the step, each with a value, as texts name them. */
export function useFieldNames(): FieldName[] {
  const records = useContext(Incoming)
  return useMemo(
    () => fieldsOf(records).map(({ name }) => ({ name, description: exampleOf(records, name) })),
    [records],
  )
}

/** The name of a field; those that reach the step are offered with their type and a value. */
export function FieldInput({ id, name, frame, value, onChange, disabled, placeholder }: PickerProps) {
  const records = useContext(Incoming)
  const types = useTexts(typeTexts)
  const fields = useMemo(() => new Map(fieldsOf(records).map((field) => [field.name, field])), [records])
  return (
    <Autocomplete
      {...frame}
      id={id}
      aria-label={name}
      classNames={{ input: s['input']! }}
      data={[...fields.keys()]}
      value={typeof value === 'string' ? value : ''}
      onChange={onChange}
      disabled={disabled}
      placeholder={placeholder}
      limit={200}
      maxDropdownHeight={280}
      renderOption={({ option }) => (
        <span className={s['option']}>
          <code>{option.value}</code>
          <small>
            {fields
              .get(option.value)
              ?.types.map((type) => types[type]())
              .join(', ')}
          </small>
          <span>{exampleOf(records, option.value)}</span>
        </span>
      )}
    />
  )
}

function exampleOf(records: readonly Sample[], path: string): string {
  for (const record of records) {
    const found =
      record[path] ?? path.split('.').reduce<unknown>((part, name) => (part as Sample | undefined)?.[name], record)
    if (found !== undefined && found !== null && found !== '')
      return typeof found === 'object' ? JSON.stringify(found) : String(found as string | number)
  }
  return ''
}
