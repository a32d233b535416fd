import { isMoney, type CompanySection } from '@weft/kit/define/company.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useFormats } from '@weft/kit/ui/format.ts'
import { JobStatus } from '@weft/kit/ui/job-status.tsx'
import { useMay, useSession } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { ReactNode } from 'react'
import { CompanyForm } from '../shared/company-form.tsx'
import { Person } from '../shared/person.tsx'
import { Lifecycle } from './lifecycle.tsx'
import { TenantFrame } from './tenant-frame.tsx'
import type { Tenant } from './tenant.ts'

const texts = defineMessages({
  number: { en: 'Tenant number', de: 'Mandantennummer' },
  users: { en: 'Users', de: 'Benutzer' },
  created: { en: 'Created', de: 'Angelegt' },
  initialized: { en: 'Initialized', de: 'Initialisiert' },
  yes: { en: 'Yes', de: 'Ja' },
  no: { en: 'No', de: 'Nein' },
  contact: { en: 'Contact person at the provider', de: 'Ansprechpartner beim Anbieter' },
  lastJob: { en: 'Last job', de: 'Letzter Job' },
})

function TenantLife({ tenant }: { tenant: Tenant }) {
  const t = useTexts(texts)
  const formats = useFormats()
  return (
    <Lifecycle
      kind="tenant"
      account={tenant}
      facts={[
        [t.number(), tenant.number ?? '–'],
        [t.users(), formats.number(tenant.users)],
        [t.created(), formats.date(tenant.created_at)],
        [t.initialized(), tenant.initialized ? t.yes() : t.no()],
        [t.contact(), tenant.provider_contact ? <Person key="contact" person={tenant.provider_contact} /> : '–'],
        [t.lastJob(), tenant.last_job ? <JobStatus key="job" status={tenant.last_job.status} /> : '–'],
      ]}
    />
  )
}

/** The form of one section of a tenant, read-only for whoever may not change it. */
export function TenantSection({
  tenant_id,
  name,
  aside,
}: {
  tenant_id: string
  name: CompanySection
  aside?: ReactNode
}) {
  const may = useMay()
  const role = useSession((value) => value.user?.role)
  const readOnly =
    !may(isMoney(name) ? 'billing.update' : 'tenants.update') && !(name === 'contact' && role === 'tenant_admin')
  return (
    <CompanyForm
      at={`/clients/${tenant_id}`}
      section={name}
      readOnly={readOnly}
      refreshes={['/clients']}
      aside={aside}
    />
  )
}

export const TenantGeneralScreen = () => (
  <TenantFrame bleed>
    {(tenant) => <TenantSection tenant_id={tenant.id} name="general" aside={<TenantLife tenant={tenant} />} />}
  </TenantFrame>
)
export const TenantContactScreen = () => (
  <TenantFrame bleed>{(tenant) => <TenantSection tenant_id={tenant.id} name="contact" />}</TenantFrame>
)
export const TenantBillingScreen = () => (
  <TenantFrame bleed>{(tenant) => <TenantSection tenant_id={tenant.id} name="billing" />}</TenantFrame>
)
export const TenantAccountingScreen = () => (
  <TenantFrame bleed>{(tenant) => <TenantSection tenant_id={tenant.id} name="accounting" />}</TenantFrame>
)
