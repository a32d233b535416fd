import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { router } from './routes/tree.tsx'

/** Everything with a router. Whoever ends the session (a 401, a click), the page goes where one signs in. */
export function App() {
  useEffect(() => {
    const toSignIn = () => void router.navigate({ to: '/login', replace: true } as never)
    window.addEventListener('loggedOut', toSignIn)
    return () => window.removeEventListener('loggedOut', toSignIn)
  }, [])
  return <RouterProvider router={router} />
}
