import { lazy, Suspense, useState } from 'react'
import { createStore, useStore } from 'zustand'

export type Question = { title: string; text?: string; action: string; danger?: boolean; cancel?: string }
const store = createStore<{ asked?: (Question & { answer: (yes: boolean) => void }) | undefined }>(() => ({}))

/** Asks before something that cannot be taken back; true when the user agrees. `action` names what happens ("Delete queue"). */
export const confirm = (question: Question) =>
  new Promise<boolean>((resolve) => {
    store.getState().asked?.answer(false)
    store.setState({ asked: { ...question, answer: resolve } })
  })

const Dialog = lazy(() => import('./confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })))

/** Where questions appear; stands once in the shell. The dialog is loaded with the first question. */
export function ConfirmHost() {
  const asked = useStore(store, (value) => value.asked)
  const [last, setLast] = useState(asked)
  if (asked && asked !== last) setLast(asked)
  if (!last) return null
  const answer = (yes: boolean) => {
    store.getState().asked?.answer(yes)
    store.setState({ asked: undefined })
  }
  return (
    <Suspense>
      <Dialog question={last} opened={Boolean(asked)} answer={answer} />
    </Suspense>
  )
}
