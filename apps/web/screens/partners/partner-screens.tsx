import { partner } from '@weft/catalogue/resources/partner/partner.ts'
import type { CompanySection } from '@weft/kit/define/company.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api, type Item } from '@weft/kit/ui/api.ts'
import { Avatar, StatusDot } from '@weft/kit/ui/bits.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { PageTabs } from '@weft/kit/ui/page-tabs.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { ResourceForm } from '@weft/kit/ui/resource-form.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { loadPartners } from '../../shell/selection.ts'
import { ApiToken, usePartnerTokenText } from '../tenants/security.tsx'
import { CompanyForm } from '../shared/company-form.tsx'
import { RemoveEntry } from '../shared/remove-entry.tsx'

const texts = defineMessages({
  partners: { en: 'Partners', de: 'Partner' },
  gone: { en: 'This partner could not be loaded', de: 'Dieser Partner konnte nicht geladen werden' },
  tabs: { en: 'Sections of the partner', de: 'Bereiche des Partners' },
  general: { en: 'General', de: 'Allgemein' },
  contact: { en: 'Contact', de: 'Kontakt' },
  billing: { en: 'Billing address', de: 'Rechnungsadresse' },
  accounting: { en: 'Accounting', de: 'Buchhaltung' },
  security: { en: 'Security', de: 'Sicherheit' },
  active: { en: 'Active', de: 'Aktiv' },
  inactive: { en: 'Deactivated', de: 'Deaktiviert' },
})
const home = '/admin/partners'
type Partner = { api_token?: string; id: string; name: string; workspace: string; active: boolean }

/** Head and tabs of a partner's page. */
function Frame({ children }: { children: (partner: Partner) => ReactNode }) {
  const t = useTexts(texts)
  const may = useMay()
  const { id } = useParams({ strict: false }) as { id: string }
  const path = `/partners/${id}`
  const { data, error } = useQuery({ queryKey: [path, 'page'], queryFn: ({ signal }) => api.get<Item<Partner>>(path, {}, { signal, quiet: true }).then(({ data }) => data) })
  if (error) return <EmptyState title={t.gone()} text={error.message} />
  const at = `${home}/${id}`
  return (
    <Page
      title={data?.name ?? ''}
      icon={data && <Avatar name={data.name} size={38} square />}
      subtitle={
        data && (
          <span style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
            <StatusDot tone={data.active ? 'green' : 'slate'}>{data.active ? t.active() : t.inactive()}</StatusDot>· {data.workspace}
          </span>
        )
      }
      crumbs={[{ title: t.partners(), to: home }, { title: data?.name ?? '' }]}
      tabs={<PageTabs label={t.tabs()} tabs={[{ to: at, title: t.general() }, { to: `${at}/contact`, title: t.contact() }, { to: `${at}/billing`, title: t.billing() }, { to: `${at}/accounting`, title: t.accounting() }, { to: `${at}/security`, title: t.security() }]} />}
      bleed
      {...(data && may('partners.delete') && { actions: <RemoveEntry path="/partners" id={data.id} name={data.name} home={home} onRemoved={() => void loadPartners()} /> })}
    >
      {data && children(data)}
    </Page>
  )
}

export function PartnerGeneralScreen() {
  const may = useMay()
  return <Frame>{({ id }) => <ResourceForm key={id} resource={partner} id={id} readOnly={!may('partners.update')} onSaved={() => void loadPartners()} />}</Frame>
}

function Section({ name }: { name: CompanySection }) {
  const may = useMay()
  return <Frame>{({ id }) => <CompanyForm at={`/partners/${id}`} section={name} readOnly={!may('partners.update')} refreshes={['/partners']} />}</Frame>
}

export const PartnerContactScreen = () => <Section name="contact" />
export const PartnerBillingScreen = () => <Section name="billing" />
export const PartnerAccountingScreen = () => <Section name="accounting" />

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
