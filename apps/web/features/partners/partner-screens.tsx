import { partner } from '@weft/catalogue/resources/partner/partner.ts'
import type { CompanySection } from '@weft/kit/define/company.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { usePathParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Avatar } from '@weft/kit/ui/bits.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { PageTabs } from '@weft/kit/ui/page-tabs.tsx'
import { PickersProvider } from '@weft/kit/ui/form/pickers.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { ResourceForm } from '@weft/kit/ui/resource-form.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import { ApiToken, usePartnerTokenText } from '../tenants/security.tsx'
import { CustomerAccount } from '../billing/customer-screens.tsx'
import { CompanyForm } from '../shared/company-form.tsx'
import { userPicker } from '../shared/user-picker.tsx'
import { AccountStatus } from '../tenants/account-status.tsx'
import { Lifecycle } from '../tenants/lifecycle.tsx'
import { partnersHome, type Partner } from './partner.ts'

const texts = defineMessages({
  partners: { en: 'Partners', de: 'Partner' },
  gone: { en: 'This partner could not be loaded', de: 'Dieser Partner konnte nicht geladen werden' },
  tabs: { en: 'Sections of the partner', de: 'Bereiche des Partners' },
  general: { en: 'General', de: 'Allgemein' },
  contact: { en: 'Contact', de: 'Kontakt' },
  billing: { en: 'Billing address', de: 'Rechnungsadresse' },
  accounting: { en: 'Accounting', de: 'Buchhaltung' },
  storage: { en: 'Storage', de: 'Speicher' },
  databases: { en: 'Databases', de: 'Datenbanken' },
  account: { en: 'Contracts and usage', de: 'Verträge und Nutzung' },
  security: { en: 'Security', de: 'Sicherheit' },
  settings: { en: 'Settings', de: 'Einstellungen' },
  number: { en: 'Partner number', de: 'Partnernummer' },
  tenants: { en: 'Tenants', de: 'Mandanten' },
  users: { en: 'Users', de: 'Benutzer' },
  created: { en: 'Created', de: 'Angelegt' },
  initialized: { en: 'Initialized', de: 'Initialisiert' },
  yes: { en: 'Yes', de: 'Ja' },
  no: { en: 'No', de: 'Nein' },
})
const home = partnersHome

/** Head and tabs of a partner's page. */
export function Frame({ children }: { children: (partner: Partner) => ReactNode }) {
  const t = useTexts(texts)
  const id = usePathParam('id')
  const path = `/partners/${id}` as const
  const { data, error } = useQuery({
    queryKey: [path, 'page'],
    queryFn: ({ signal }) => api.get(path, {}, { signal, quiet: true }).then(({ data }) => data),
  })
  if (error) return <EmptyState title={t.gone()} text={error.message} />
  const at = `${home}/${id}`
  return (
    <Page
      title={data?.name ?? ''}
      icon={data && <Avatar name={data.name} picture={data.logo} size={38} square />}
      subtitle={
        data && (
          <span style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
            <AccountStatus status={data.status} />· {data.workspace}
          </span>
        )
      }
      crumbs={[{ title: t.partners(), to: home }, { title: data?.name ?? '' }]}
      tabs={
        <PageTabs
          label={t.tabs()}
          tabs={[
            { to: at, title: t.general() },
            { to: `${at}/contact`, title: t.contact() },
            { to: `${at}/billing`, title: t.billing() },
            { to: `${at}/accounting`, title: t.accounting() },
            { to: `${at}/account`, title: t.account() },
            { to: `${at}/storage`, title: t.storage() },
            { to: `${at}/databases`, title: t.databases() },
            { to: `${at}/security`, title: t.security() },
            { to: `${at}/settings`, title: t.settings() },
          ]}
        />
      }
      bleed
    >
      {data && children(data)}
    </Page>
  )
}

const staff = userPicker({ 'filter[kind]': 'admin' })

export function PartnerGeneralScreen() {
  return <Frame>{(data) => <General key={data.id} data={data} />}</Frame>
}

function General({ data }: { data: Partner }) {
  const t = useTexts(texts)
  const formats = useFormats()
  const may = useMay()
  const { id } = data
  const pickers = useMemo(() => ({ provider_user: staff, partner_user: userPicker({ partner_id: id }) }), [id])
  const facts: [string, string][] = [
    [t.number(), data.number ?? '–'],
    [t.tenants(), formats.number(data.tenants)],
    [t.users(), formats.number(data.users)],
    [t.created(), formats.date(data.created_at)],
    [t.initialized(), data.initialized ? t.yes() : t.no()],
  ]
  return (
    <PickersProvider pickers={pickers}>
      <ResourceForm
        resource={partner}
        id={id}
        readOnly={!may('partners.update')}
        aside={<Lifecycle kind="partner" account={data} facts={facts} />}
      />
    </PickersProvider>
  )
}

function Section({ name }: { name: CompanySection }) {
  const may = useMay()
  return (
    <Frame>
      {({ id }) => (
        <CompanyForm
          at={`/partners/${id}`}
          section={name}
          readOnly={!may('partners.update')}
          refreshes={['/partners']}
        />
      )}
    </Frame>
  )
}

export const PartnerContactScreen = () => <Section name="contact" />
export const PartnerBillingScreen = () => <Section name="billing" />
export const PartnerAccountingScreen = () => <Section name="accounting" />

/** What the provider has agreed with a partner, and what its tenants use. */
export const PartnerAccountScreen = () => (
  <Frame>
    {({ id }) => (
      <div style={{ padding: '20px 24px' }}>
        <CustomerAccount account={{ partner_id: id }} subject={{ partner_id: id }} />
      </div>
    )}
  </Frame>
)

/** How a partner is named in calls, and the way to a new name. */
export function PartnerSecurityScreen() {
  const may = useMay()
  const about = usePartnerTokenText()
  return (
    <Frame>
      {({ id, name, api_token }) => (
        <div style={{ maxWidth: 720, padding: '20px 24px' }}>
          <ApiToken path={`/partners/${id}`} name={name} token={api_token} about={about} may={may('partners.update')} />
        </div>
      )}
    </Frame>
  )
}
