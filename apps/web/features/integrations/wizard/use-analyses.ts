import { api, ApiError } from '@weft/kit/ui/api.ts'
import { useEffect, useState } from 'react'
import type { OpenDraft } from './use-draft.ts'

type State = { busy: ReadonlySet<string>; failed: ReadonlyMap<string, string> }

const atOnce = 2

/** Looks through the tables that were not yet, two at a time; one that fails does not stop the others. */
export function useAnalyses(hand: OpenDraft) {
  const { draft, keep, take } = hand
  const [{ busy, failed }, setState] = useState<State>({ busy: new Set(), failed: new Map() })
  const waiting = draft.data.tables
    .map(({ name }) => name)
    .filter((name) => !draft.profiles[name] && !busy.has(name) && !failed.has(name))
  const next = busy.size < atOnce ? waiting[0] : undefined
  useEffect(() => {
    if (next === undefined) return
    setState((before) => ({ ...before, busy: new Set([...before.busy, next]) }))
    const over = (change: (before: State) => State) =>
      setState((before) => change({ ...before, busy: new Set([...before.busy].filter((name) => name !== next)) }))
    async function look(name: string) {
      try {
        // What was chosen a moment ago has to be known there.
        await keep()
        const { data } = await api.post(`/integration_drafts/${draft.id}/analyse`, { table: name })
        take(data, name)
        over((before) => before)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const said = Object.values(error.errors).flat().join(' ') || error.message
        over((before) => ({ ...before, failed: new Map([...before.failed, [name, said]]) }))
      }
    }
    void look(next)
  }, [next, busy.size])
  return {
    stateOf: (name: string) =>
      draft.profiles[name] ? 'done' : failed.has(name) ? 'failed' : busy.has(name) ? 'under_way' : ('waits' as const),
    reasonOf: (name: string) => failed.get(name),
    again: (name: string) =>
      setState((before) => ({ ...before, failed: new Map([...before.failed].filter(([one]) => one !== name)) })),
    done: draft.data.tables.filter(({ name }) => draft.profiles[name]).length,
  }
}
