import { createContext, useContext, type ReactNode } from 'react'
import type { FieldFrame } from './frame.tsx'

export type PickerProps = {
  id: string
  /** Its label as plain text. */
  name: string
  /** Around the input: label, help and complaint. */
  frame: FieldFrame
  value: unknown
  onChange: (value: unknown) => void
  disabled: boolean
  /** The other values of the same form: a field picker wants to know the structure. */
  siblings: Record<string, unknown>
  placeholder?: string | undefined
  /** Of settings that are one of several: each with its name. */
  choices: { value: string; label: string }[]
}

/** Inputs a screen brings along for `.meta({ input: 'field' })` and the like, by that name. */
export type Pickers = Record<string, (props: PickerProps) => ReactNode>

const Context = createContext<Pickers>({})

export function PickersProvider({ pickers, children }: { pickers: Pickers; children: ReactNode }) {
  const outer = useContext(Context)
  return <Context value={{ ...outer, ...pickers }}>{children}</Context>
}

export const usePickers = () => useContext(Context)

/** Entries of other lists that any form may refer to: the list's path, the field that names an entry, and the right it takes where not everybody has it. */
export const referenceSources: Record<string, { of: string; by: string; right?: string }> = {
  data_structure: { of: 'data_structures', by: 'label' },
  workflow_token: { of: 'workflow_tokens', by: 'name', right: 'tokens.view' },
  structure: { of: 'data_structures', by: 'label' },
  mapping: { of: 'mappings', by: 'label' },
  workflow: { of: 'workflows', by: 'label' },
  queue: { of: 'queues', by: 'name' },
  data_set: { of: 'data_sets', by: 'name' },
  dataSet: { of: 'data_sets', by: 'name' },
  text_template: { of: 'text_templates', by: 'label' },
  textTemplate: { of: 'text_templates', by: 'label' },
  dynamic_model: { of: 'dynamic_models', by: 'model_name' },
  dynamicModel: { of: 'dynamic_models', by: 'model_name' },
  connection: { of: 'connections', by: 'label' },
  integration: { of: 'integrations', by: 'label' },
  project: { of: 'projects', by: 'name' },
  client: { of: 'clients', by: 'name' },
  partner: { of: 'partners', by: 'name' },
  user: { of: 'users', by: 'email', right: 'users.view' },
}
