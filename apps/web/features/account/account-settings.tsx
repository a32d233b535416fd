import { accountDefaults } from '@weft/catalogue/resources/account-setting/defaults.ts'
import { accountLimits } from '@weft/catalogue/resources/account-setting/limits.ts'
import { useMay, useSession } from '@weft/kit/ui/session.ts'
import type { ReactNode } from 'react'
import { SettingsPanel } from '../settings/settings-panel.tsx'
import type { AccountPlace } from './account-place.ts'
import { Domains } from './domains.tsx'
import { Variables } from './variables.tsx'

/** Who may change what of an account: limits and domains from above, the rest its own people as well. */
export function useAccountRights({ at, id }: AccountPlace) {
  const may = useMay()
  const user = useSession((value) => value.user)
  const own =
    useSession((value) =>
      value.user?.kind === 'client' ? value.client?.id : value.user?.kind === 'partner' ? value.partner?.id : undefined,
    ) === id && user?.kind !== 'admin'
  const above = !own && may(at === '/partners' ? 'partners.update' : 'tenants.update')
  return { above, defaults: above || (own && may('company.update')), variables: above || (own && may('tokens.update')) }
}

/** Settings, variables and workspace domains of a tenant or partner, the same for whoever looks at them. */
export function AccountSettings({ at, id, first }: AccountPlace & { first?: ReactNode }) {
  const { above, defaults, variables } = useAccountRights({ at, id })
  const path = `${at}/${id}` as const
  return (
    <div className="stack" style={{ maxWidth: 900 }}>
      {first}
      <SettingsPanel group={accountLimits} path={`${path}/settings/limits`} readOnly={!above} paired />
      <SettingsPanel group={accountDefaults} path={`${path}/settings/defaults`} readOnly={!defaults} />
      <Variables path={`${path}/variables`} may={variables} />
      <Domains path={`${path}/workspace_domains`} may={above} />
    </div>
  )
}
