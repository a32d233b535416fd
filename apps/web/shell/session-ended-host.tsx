import { hostRenewals, useRenewal } from '@weft/kit/ui/session-renewal.ts'
import { lazy, Suspense, useEffect } from 'react'

const SessionEndedDialog = lazy(() =>
  import('./session-ended.tsx').then((module) => ({ default: module.SessionEndedDialog })),
)

/** Where the sign-in over the page appears; stands once in the shell. The dialog is loaded when it is needed. */
export function SessionEndedHost() {
  const renewal = useRenewal()
  useEffect(hostRenewals, [])
  return <Suspense>{renewal && <SessionEndedDialog end={renewal.end} />}</Suspense>
}
