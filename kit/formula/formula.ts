import type { Message } from '../messages/messages.ts'

/** Where in the text something stands. */
export type Span = { from: number; to: number }

export const operators = ['or', 'and', '=', '<>', '<', '<=', '>', '>=', '&', '+', '-', '*', '/'] as const
export type Operator = (typeof operators)[number]

/** How strongly an operator binds; those that bind more strongly are computed first, of equals the left one. */
export const strength: Record<Operator, number> = {
  or: 1,
  and: 2,
  '=': 4,
  '<>': 4,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '&': 5,
  '+': 6,
  '-': 6,
  '*': 7,
  '/': 7,
}
export const strengthOfNot = 3
export const strengthOfMinus = 8

/** A formula as a tree. `missing` stands where the text has nothing to read yet. */
export type Formula = Span &
  (
    | { is: 'number' | 'text'; value: string }
    | { is: 'truth'; value: boolean }
    | { is: 'nothing' | 'missing' }
    | { is: 'name'; name: string }
    | { is: 'call'; name: string; at: Span; inputs: Formula[]; settings: FormulaSetting[] }
    | { is: 'pair'; operator: Operator; left: Formula; right: Formula }
    | { is: 'negative'; of: Formula }
    | { is: 'list'; of: Formula[] }
    | { is: 'object'; fields: FormulaSetting[] }
  )
export type FormulaSetting = Span & { name: string; value: Formula }

/** A change of the text that mends a problem: what is put in the place of a span, or the function that is put around it. */
export type Repair = Span & { label: Message } & ({ insert: string } | { around: string })

export const repaired = (text: string, repair: Repair) => {
  const { from, to } = repair
  const mended = 'around' in repair ? `${repair.around}(${text.slice(from, to)})` : repair.insert
  return text.slice(0, from) + mended + text.slice(to)
}

/** `open`: the text is not finished. */
export type FormulaProblem = Span & { code: string; message: Message; repairs: Repair[] }
