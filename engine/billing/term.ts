import { addDays, addMonths } from './month.ts'

export type Term = { start_on: string; term_months: number; notice_months: number }

/** The last day of the term a contract would end with if notice were given today: terms follow one another until somebody gives it in time. */
export function earliestEnd({ start_on, term_months, notice_months }: Term, today: string): string {
  for (let terms = 1; ; terms++) {
    const end = addDays(addMonths(start_on, terms * term_months), -1)
    if (addMonths(today, notice_months) <= end) return end
  }
}
