import { isMoney, type CompanySection } from '@weft/kit/define/company.ts'
import { useMay, useSession } from '@weft/kit/ui/session.ts'
import type { ReactNode } from 'react'
import { CompanyForm } from '../shared/company-form.tsx'
import { Lifecycle } from './lifecycle.tsx'
import { TenantFrame } from './tenant-frame.tsx'

/** The form of one section of a tenant, read-only for whoever may not change it. */
export function TenantSection({ tenant_id, name, aside }: { tenant_id: string; name: CompanySection; aside?: ReactNode }) {
  const may = useMay()
  const role = useSession((value) => value.user?.role)
  const readOnly = !may(isMoney(name) ? 'billing.update' : 'tenants.update') && !(name === 'contact' && role === 'tenant_admin')
  return <CompanyForm at={`/clients/${tenant_id}`} section={name} readOnly={readOnly} refreshes={['/clients']} aside={aside} />
}

export const TenantGeneralScreen = () => <TenantFrame bleed>{(tenant) => <TenantSection tenant_id={tenant.id} name="general" aside={<Lifecycle tenant={tenant} />} />}</TenantFrame>
export const TenantContactScreen = () => <TenantFrame bleed>{(tenant) => <TenantSection tenant_id={tenant.id} name="contact" />}</TenantFrame>
export const TenantBillingScreen = () => <TenantFrame bleed>{(tenant) => <TenantSection tenant_id={tenant.id} name="billing" />}</TenantFrame>
export const TenantAccountingScreen = () => <TenantFrame bleed>{(tenant) => <TenantSection tenant_id={tenant.id} name="accounting" />}</TenantFrame>
