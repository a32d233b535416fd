import { useState } from 'react'
import type { Draft } from '../api.ts'

/** One of the tables of a draft, the first until another is chosen, with what its analysis has found. */
export function useChosenTable({ data: { tables }, profiles }: Draft) {
  const [wanted, choose] = useState(tables[0]?.name ?? '')
  const chosen = tables.find(({ name }) => name === wanted) ?? tables[0]
  return { chosen, profile: chosen && profiles[chosen.name], choose }
}
