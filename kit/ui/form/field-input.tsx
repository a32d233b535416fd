import { useId } from 'react'
import s from '../form.module.css'
import { useLabel } from '../texts.ts'
import { describe, labelOf, type InputKind } from './describe.ts'
import type { FieldProps, InputProps } from './field-props.ts'
import { GroupFrame, type FieldFrame } from './frame.tsx'
import { inputs } from './inputs.tsx'
import { ResultMark } from './result-mark.tsx'
import type { FieldResult } from './validate.ts'

/** One field of a form: label, the input its schema asks for, help and complaint. */
export function FieldInput({ name, place = '', schema, value, onChange, onBlur, ...props }: FieldProps) {
  const { errors = {}, result, disabled = false, siblings = {}, secret = false } = props
  const read = useLabel()
  const id = useId()
  const described = describe(schema)
  const { label, help, options } = labelOf(name, schema, props.label)
  const title = read(label)
  const path = place + name
  const kind = secret ? 'password' : described.kind
  const isGroup = groups.includes(kind)
  const error = errors[path] ?? (isGroup ? undefined : belowOf(errors, path))
  const frame: FieldFrame = {
    label: <Label title={title} required={described.required} result={result} />,
    labelProps: { className: s['wide']! },
    description: error === undefined ? help && read(help) : undefined,
    error,
  }
  const input: InputProps = {
    id,
    path,
    title,
    schema,
    described,
    options,
    frame,
    value,
    onChange,
    onBlur,
    errors,
    siblings,
    disabled,
    Field: FieldInput,
  }
  const Input = inputs[kind]
  return isGroup ? (
    <GroupFrame id={id} isCode={kind === 'code'} {...frame}>
      <Input {...input} />
    </GroupFrame>
  ) : (
    <Input {...input} />
  )
}

const groups: InputKind[] = ['group', 'list', 'variants', 'pairs', 'code']

/** The first complaint about a part of a field that has no input of its own for it: one of several tags. */
const belowOf = (errors: Record<string, string>, path: string) =>
  Object.entries(errors).find(([place]) => place.startsWith(`${path}.`))?.[1]

const Label = ({ title, required, result }: { title: string; required: boolean; result: FieldResult | undefined }) => (
  <span className={s['label']}>
    <span>
      {title}
      {required && <sup aria-hidden> *</sup>}
    </span>
    {result && <ResultMark result={result} />}
  </span>
)
