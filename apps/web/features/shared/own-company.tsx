import { isMoney, type CompanySection } from '@weft/kit/define/company.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { PageTabs } from '@weft/kit/ui/page-tabs.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay, useSession } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconHeartHandshake } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { OwnLogo } from '../account/own-logo.tsx'
import { CompanyForm } from './company-form.tsx'
import { ProfilePicture } from './profile-picture.tsx'

const texts = defineMessages({
  title: { en: 'Company data', de: 'Unternehmensdaten' },
  provider: {
    en: 'Who runs this installation; stands on mails and invoices.',
    de: 'Wer diese Installation betreibt; steht auf E-Mails und Rechnungen.',
  },
  partner: {
    en: 'What the provider and your tenants know of your company.',
    de: 'Was der Anbieter und Ihre Mandanten über Ihr Unternehmen wissen.',
  },
  tabs: { en: 'Sections', de: 'Bereiche' },
  general: { en: 'General', de: 'Allgemein' },
  contact: { en: 'Contact', de: 'Kontakt' },
  billing: { en: 'Billing address', de: 'Rechnungsadresse' },
  accounting: { en: 'Accounting', de: 'Buchhaltung' },
  none: { en: 'Please select a partner first', de: 'Bitte wählen Sie zuerst einen Partner aus' },
})

const places = {
  provider: {
    general: '/admin/account/company',
    contact: '/admin/account/company/contact',
    billing: '/admin/account/company/billing',
    accounting: '/admin/account/company/accounting',
  },
  partner: {
    general: '/partner/account',
    contact: '/partner/account/contact',
    billing: '/partner/account/billing',
    accounting: '/partner/accounting',
  },
} satisfies Record<string, Record<CompanySection, string>>

/** The company of whoever is signed in, part by part. */
function OwnCompany({ of, section }: { of: keyof typeof places; section: CompanySection }) {
  const t = useTexts(texts)
  const may = useMay()
  const kind = useSession((value) => value.user?.kind)
  const partner = useSession((value) => value.partner)
  // Provider's staff who work in a partner's area mean that partner, not the provider.
  const at = of === 'partner' && kind === 'admin' ? partner && `/partners/${partner.id}` : '/company'
  const shown = (['general', 'contact', 'billing', 'accounting'] as const).filter(
    (name) => !isMoney(name) || may('billing.view'),
  )
  const readOnly =
    kind === 'admin' && of === 'partner'
      ? !may('partners.update')
      : section === 'general'
        ? of === 'partner'
        : !may(isMoney(section) ? 'billing.update' : 'company.update')
  return (
    <Page
      title={t.title()}
      subtitle={t[of]()}
      bleed
      tabs={<PageTabs label={t.tabs()} tabs={shown.map((name) => ({ to: places[of][name], title: t[name]() }))} />}
    >
      {at ? (
        <CompanyForm
          at={at}
          section={section}
          readOnly={readOnly}
          refreshes={[at]}
          {...(section === 'general' && {
            aside:
              of === 'partner' ? partner && <OwnLogo at="/partners" id={partner.id} /> : !readOnly && <ProviderLogo />,
          })}
        />
      ) : (
        <EmptyState icon={IconHeartHandshake} title={t.none()} />
      )}
    </Page>
  )
}

function ProviderLogo() {
  const path = '/company'
  const { data } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => api.get(path, {}, { signal }).then(({ data }) => data),
  })
  return data ? <ProfilePicture path={path} of="logo" picture={data.logo} onChanged={() => refresh(path)} /> : null
}

export const ProviderGeneralScreen = () => <OwnCompany of="provider" section="general" />
export const ProviderContactScreen = () => <OwnCompany of="provider" section="contact" />
export const ProviderBillingScreen = () => <OwnCompany of="provider" section="billing" />
export const ProviderAccountingScreen = () => <OwnCompany of="provider" section="accounting" />
export const PartnerGeneralScreen = () => <OwnCompany of="partner" section="general" />
export const PartnerContactScreen = () => <OwnCompany of="partner" section="contact" />
export const PartnerBillingScreen = () => <OwnCompany of="partner" section="billing" />
export const PartnerAccountingScreen = () => <OwnCompany of="partner" section="accounting" />
