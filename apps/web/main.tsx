import '@fontsource-variable/inter/wght.css'
import '@weft/kit/ui/tokens.css'
import '@weft/kit/ui/app.css'
import { startScheme } from '@weft/kit/ui/scheme.ts'
import { Toaster } from '@weft/kit/ui/toast.tsx'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { reportLostChunks } from './lost-chunks.ts'
import { authRoutes } from './routes/auth.tsx'

startScheme()
reportLostChunks()

const root = createRoot(document.getElementById('root')!)

void show()

/** Pages before the sign-in are shown without the router and the kit, so that the first page anybody loads is small. */
async function show() {
  const open = authRoutes.find(({ path }) => path === location.pathname)
  if (open) {
    const Screen = await open.screen!()
    root.render(
      <StrictMode>
        <Screen />
        <Toaster />
      </StrictMode>,
    )
  } else {
    const { App } = await import('./app.tsx')
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    )
  }
}
