import { useSearch } from '@tanstack/react-router'
import { DraftPage } from './draft-page.tsx'
import { RunPage } from './run-page.tsx'

/** Creating a tenant: first what it shall be, then its nine steps, live. The address keeps the setup over a reload. */
export function CreateTenantScreen() {
  const { run } = useSearch({ strict: false }) as { run?: string }
  return run ? <RunPage key={run} id={run} /> : <DraftPage />
}
