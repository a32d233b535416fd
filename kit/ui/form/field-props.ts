import type { ComponentType } from 'react'
import type { z } from 'zod'
import type { FieldLabel } from '../../define/resource.ts'
import type { Text } from '../../messages/messages.ts'
import type { Described } from './describe.ts'
import type { FieldFrame } from './frame.tsx'
import type { FieldResult } from './validate.ts'

export type FieldProps = {
  /** The key of the field; with `place` in front, its dotted path in the form. */
  name: string
  place?: string
  schema: z.ZodType
  label?: FieldLabel | undefined
  value: unknown
  onChange: (value: unknown) => void
  onBlur?: (() => void) | undefined
  /** Complaints by dotted path; those at this field and below are shown here. */
  errors?: Record<string, string> | undefined
  result?: FieldResult | undefined
  siblings?: Record<string, unknown>
  disabled?: boolean
  secret?: boolean
}

/** What the input of a field gets, whatever its kind. */
export type InputProps = {
  id: string
  /** Its dotted path in the form. */
  path: string
  /** Its label as plain text. */
  title: string
  schema: z.ZodType
  described: Described
  /** The names of its choices. */
  options: Record<string, Text>
  /** Around the input: label, help and complaint. */
  frame: FieldFrame
  value: unknown
  onChange: (value: unknown) => void
  onBlur: (() => void) | undefined
  errors: Record<string, string>
  siblings: Record<string, unknown>
  disabled: boolean
  /** One field, for an input that is made of several. */
  Field: ComponentType<FieldProps>
}
