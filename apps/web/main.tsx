import '@fontsource-variable/inter/wght.css'
import '@weft/kit/ui/tokens.css'
import '@weft/kit/ui/app.css'
import { startLanguage } from '@weft/kit/ui/language.ts'
import { startScheme } from '@weft/kit/ui/scheme.ts'
import { OfflineBanner } from '@weft/kit/ui/offline-banner.tsx'
import { Toaster } from '@weft/kit/ui/toast.tsx'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { inTime, reportLostChunks } from './chunk-errors.ts'
import { authRoutes } from './routes/auth.tsx'

startScheme()
startLanguage()
reportLostChunks()

const root = createRoot(document.getElementById('root')!)

void show()

/** Pages before the sign-in are shown without the router and the kit, so that the first page anybody loads is small. */
async function show() {
  const open = authRoutes.find(({ path }) => path === location.pathname)
  if (open) {
    const Screen = await inTime(open.screen!)
    root.render(
      <StrictMode>
        <OfflineBanner />
        <Screen />
        <Toaster />
      </StrictMode>,
    )
  } else {
    const { App } = await inTime(() => import('./app.tsx'))
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    )
  }
}
