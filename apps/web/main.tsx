import '@fontsource-variable/inter/wght.css'
import '@weft/kit/ui/tokens.css'
import '@weft/kit/ui/app.css'
import { RouterProvider } from '@tanstack/react-router'
import { startScheme } from '@weft/kit/ui/scheme.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './routes/tree.tsx'
import { reportLostChunks } from './lost-chunks.ts'

startScheme()
reportLostChunks()

// Whoever ends the session (a 401, a click), the page goes where one signs in.
window.addEventListener('loggedOut', () => void router.navigate({ to: '/login', replace: true } as never))

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
