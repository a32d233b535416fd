import { refresh } from '@weft/kit/ui/queries.ts'
import { ResourceForm } from '@weft/kit/ui/resource-form.tsx'
import { useMay, useSession } from '@weft/kit/ui/session.ts'
import { useMemo, type ReactNode } from 'react'
import { Lifecycle } from './lifecycle.tsx'
import { sectionForm, type SectionName } from './tenant-forms.ts'
import { TenantFrame } from './tenant-frame.tsx'

/** The form of one section of a tenant, read-only for whoever may not change it. */
export function SectionForm({ tenant_id, name, aside }: { tenant_id: string; name: SectionName; aside?: ReactNode }) {
  const may = useMay()
  const role = useSession((value) => value.user?.role)
  const form = useMemo(() => sectionForm(tenant_id, name), [tenant_id, name])
  const readOnly = !may(`${form.may}.update`) && !(name === 'contact' && role === 'tenant_admin')
  return <ResourceForm key={name} resource={form} id={name} readOnly={readOnly} onSaved={() => void refresh('/clients')} {...(aside !== undefined && { aside })} />
}

export const TenantGeneralScreen = () => <TenantFrame bleed>{(tenant) => <SectionForm tenant_id={tenant.id} name="general" aside={<Lifecycle tenant={tenant} />} />}</TenantFrame>
export const TenantContactScreen = () => <TenantFrame bleed>{(tenant) => <SectionForm tenant_id={tenant.id} name="contact" />}</TenantFrame>
export const TenantBillingScreen = () => <TenantFrame bleed>{(tenant) => <SectionForm tenant_id={tenant.id} name="billing" />}</TenantFrame>
export const TenantAccountingScreen = () => <TenantFrame bleed>{(tenant) => <SectionForm tenant_id={tenant.id} name="accounting" />}</TenantFrame>
