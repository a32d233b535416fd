import type { AccountKind } from '@weft/kit/define/account-draft.ts'
import { useSearchParam } from '@weft/kit/ui/address.ts'
import { DraftPage } from './draft-page.tsx'
import { RunPage } from './run-page.tsx'

/** Creating an account: first what it shall be, then its nine steps, live. The address keeps the setup over a reload. */
function CreateAccount({ kind }: { kind: AccountKind }) {
  const run = useSearchParam('run')
  return run ? <RunPage key={run} kind={kind} id={run} /> : <DraftPage kind={kind} />
}

export const CreateTenantScreen = () => <CreateAccount kind="tenant" />
export const CreatePartnerScreen = () => <CreateAccount kind="partner" />
