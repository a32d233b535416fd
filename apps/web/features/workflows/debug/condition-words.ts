import type { Condition } from '@weft/kit/define/condition.ts'
import { operatorNames } from '@weft/kit/ui/form/describe.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'

export const withoutValue: ReadonlySet<string> = new Set(['empty', 'not_empty', 'true', 'false'])

/** A condition as somebody would say it. */
export function useConditionWords() {
  const language = useLanguage()
  return ({ field, operator, value }: Condition) =>
    [field, operatorNames[operator][language], ...(withoutValue.has(operator) ? [] : [String(value ?? '')])].join(' ')
}
