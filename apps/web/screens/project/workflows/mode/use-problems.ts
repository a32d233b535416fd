import { elements } from '@weft/catalogue/elements/all.ts'
import { checkWorkflow } from '@weft/engine/workflow/check.ts'
import { parseWorkflow } from '@weft/engine/workflow/document.ts'
import type { Problem } from '@weft/designers/workflow/problem.ts'
import { quoted } from '@weft/kit/messages/issues.ts'
import { api, type Item } from '@weft/kit/ui/api.ts'
import { useEffect, useState } from 'react'
import type { ToldProblem } from '../api.ts'

const none: Problem[] = []

/**
 * What is wrong with a text, found by the very check the server uses; it runs here, so it answers while typing. What only the
 * server can know (whether something chosen still exists) is asked for a moment later.
 */
export function useProblems(id: string, text: string | undefined): Problem[] {
  const [local, setLocal] = useState(none)
  const [asked, setAsked] = useState<{ text: string; problems: Problem[] }>()
  useEffect(() => {
    if (text === undefined) return
    let gone = false
    const soon = setTimeout(() => void check(text).then((found) => !gone && setLocal(found)), 120)
    const later = setTimeout(
      () =>
        void askServer(id, text)
          .then((problems) => !gone && setAsked({ text, problems }))
          .catch(() => {}),
      1_200,
    )
    return () => {
      gone = true
      clearTimeout(soon)
      clearTimeout(later)
    }
  }, [id, text])
  return asked?.text === text ? asked!.problems : local
}

async function check(text: string): Promise<Problem[]> {
  const { document, problems } = parseWorkflow(text)
  return document ? checkWorkflow(document, elements) : problems
}

async function askServer(id: string, source: string): Promise<Problem[]> {
  const { data } = await api.post<Item<{ problems: ToldProblem[] }>>(`/workflows/${id}/validate`, { source }, { quiet: true })
  return data.problems.map(({ message, place, step, line, column, level }) => ({
    message: quoted(message),
    place,
    step: step ?? undefined,
    line: line ?? undefined,
    column: column ?? undefined,
    level,
  }))
}
