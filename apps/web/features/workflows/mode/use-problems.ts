import { isHint, type StepProblemView } from '@weft/designers/workflow/problem.ts'
import { quotedTexts } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { useEffect, useMemo, useState } from 'react'
import type { ToldProblem, WorkflowCode } from '../api.ts'
import type { Offer } from '../use-offer.ts'

const none: StepProblemView[] = []

/**
 * What is wrong with a text, found by the very check the server uses; it runs here, so it answers while typing. What only the
 * server can know (whether something chosen still exists) is asked for a moment later. Of the stored text it has told already.
 */
export function useProblems({ id, source, problems, dataset_type }: WorkflowCode, text: string, offer: Offer) {
  const stored = useMemo(() => problems.map(asProblem), [problems])
  const isStored = text === source
  const [local, setLocal] = useState(none)
  const [asked, setAsked] = useState<{ text: string; problems: StepProblemView[] }>()
  useEffect(() => {
    if (isStored) return
    let gone = false
    const soon = setTimeout(
      () => void check({ text, dataset_type }, offer).then((found) => !gone && setLocal(found)),
      120,
    )
    const later = setTimeout(
      () =>
        void askServer(id, text)
          .then((found) => !gone && setAsked({ text, problems: found }))
          .catch(() => {}),
      1_200,
    )
    return () => {
      gone = true
      clearTimeout(soon)
      clearTimeout(later)
    }
  }, [id, text, dataset_type, isStored, offer])
  const known = isStored ? stored : asked?.text === text ? asked.problems : undefined
  return {
    problems: known ?? local,
    /** The first that forbids to run or publish: of the text as it is now, also where what is shown is a moment behind it. */
    mistake: async () => (known ?? (await check({ text, dataset_type }, offer))).find((problem) => !isHint(problem)),
  }
}

/** The check is loaded with the first change. */
async function check(text: { text: string; dataset_type: string }, offer: Offer): Promise<StepProblemView[]> {
  const { problemsIn } = await import('./check-here.ts')
  return problemsIn(text, offer)
}

async function askServer(id: string, source: string): Promise<StepProblemView[]> {
  const { data } = await api.post(`/workflows/${id}/validate`, { source }, { quiet: true })
  return data.problems.map(asProblem)
}

const asProblem = ({ message, place, step, line, column, level }: ToldProblem): StepProblemView => ({
  message: quotedTexts(message),
  place,
  step: step ?? undefined,
  line: line ?? undefined,
  column: column ?? undefined,
  level,
})
