import { RouterProvider } from '@tanstack/react-router'
import { offerLanguages } from '@weft/kit/ui/language.ts'
import { knowLimits } from '@weft/kit/ui/limits.ts'
import { OfflineBanner } from '@weft/kit/ui/offline-banner.tsx'
import { queries } from '@weft/kit/ui/queries.ts'
import { watchOtherTabs } from '@weft/kit/ui/session.ts'
import { useEffect } from 'react'
import { router } from './routes/tree.tsx'
import { openFacts, type Open } from './shell/sign-in.ts'

/** Everything with a router. Whoever ends the session (a 401, a click), the page goes where one signs in. */
export function App() {
  useEffect(() => {
    const toSignIn = () => void router.navigate({ to: '/login', replace: true } as never)
    window.addEventListener('loggedOut', toSignIn)
    return () => window.removeEventListener('loggedOut', toSignIn)
  }, [])
  useEffect(watchOtherTabs, [])
  useEffect(() => {
    const know = ({ limits, languages }: Open) => {
      knowLimits(limits)
      offerLanguages(languages)
    }
    void openFacts().then(know, () => {})
  }, [])
  return (
    <>
      <OfflineBanner onBack={() => void queries.invalidateQueries()} />
      <RouterProvider router={router} />
    </>
  )
}
