import { Button } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Facts } from '@weft/kit/ui/bits.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconAddressBook, IconLifebuoy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import s from './help.module.css'

const texts = defineMessages({
  title: { en: 'Contact person', de: 'Ansprechpartner' },
  about: { en: 'Whom you can turn to.', de: 'An wen Sie sich wenden können.' },
  partner: { en: 'Your partner', de: 'Ihr Partner' },
  provider: { en: 'Provider of this installation', de: 'Anbieter dieser Installation' },
  yours: { en: 'Your contact person', de: 'Ihr Ansprechpartner' },
  name: { en: 'Name', de: 'Name' },
  company: { en: 'Company', de: 'Firma' },
  email: { en: 'Email address', de: 'E-Mail-Adresse' },
  phone: { en: 'Phone', de: 'Telefon' },
  hours: { en: 'Available', de: 'Erreichbar' },
  website: { en: 'Website', de: 'Website' },
  services: { en: 'What your partner offers', de: 'Was Ihr Partner anbietet' },
  none: { en: 'No contact person is named yet', de: 'Es ist noch kein Ansprechpartner hinterlegt' },
  noneText: {
    en: 'A support request always reaches the provider.',
    de: 'Eine Supportanfrage erreicht den Anbieter in jedem Fall.',
  },
  ask: { en: 'Ask for support', de: 'Support anfragen' },
})

/** Whom somebody can turn to: the person at the provider and, for tenants, their partner. */
export function ContactPersonScreen() {
  const t = useTexts(texts)
  const { data } = useQuery({
    queryKey: ['/help/contact'],
    queryFn: ({ signal }) => api.get('/help/contact', {}, { signal }).then(({ data }) => data),
  })
  const hasProvider = data && Object.values(data.provider).some(Boolean)
  const ask = (
    <Button leftSection={<IconLifebuoy size={15} />} component={Link} to="/help/support">
      {t.ask()}
    </Button>
  )
  return (
    <Page title={t.title()} subtitle={t.about()} actions={ask}>
      {data && !hasProvider && !data.partner && !data.contact_person && (
        <EmptyState icon={IconAddressBook} title={t.none()} text={t.noneText()} />
      )}
      {data && (
        <div className={s['cards']}>
          {data.partner && (
            <Panel title={t.partner()}>
              <Facts
                facts={[
                  [t.company(), data.partner.name],
                  ...reached(data.partner, t),
                  Boolean(data.partner.website) && [
                    t.website(),
                    <Website key="website" address={data.partner.website} />,
                  ],
                ]}
              />
              {data.partner.about && <p className={s['said']}>{data.partner.about}</p>}
            </Panel>
          )}
          {data.partner?.persons.map((person) => (
            <Panel key={person.id} title={person.name} note={person.position}>
              <Facts facts={reached(person, t)} />
            </Panel>
          ))}
          {data.partner && data.partner.services.length > 0 && (
            <Panel title={t.services()}>
              <ul className={s['form']}>
                {data.partner.services.map(({ id, name, description }) => (
                  <li key={id}>
                    <b>{name}</b>
                    <p className={s['said']}>{description}</p>
                  </li>
                ))}
              </ul>
            </Panel>
          )}
          {(hasProvider || data.contact_person) && (
            <Panel title={t.provider()}>
              <Facts
                facts={[
                  Boolean(data.contact_person) && [t.yours(), data.contact_person],
                  Boolean(data.provider.name) && [t.name(), data.provider.name],
                  ...reached(data.provider, t),
                  Boolean(data.provider.hours) && [t.hours(), data.provider.hours],
                ]}
              />
            </Panel>
          )}
        </div>
      )}
    </Page>
  )
}

type Reach = { email: string | null; phone: string | null }
const reached = ({ email, phone }: Reach, t: { email: () => string; phone: () => string }) => [
  Boolean(email) &&
    ([
      t.email(),
      <a key="email" className={s['link']} href={`mailto:${email}`}>
        {email}
      </a>,
    ] as const),
  Boolean(phone) &&
    ([
      t.phone(),
      <a key="phone" className={s['link']} href={`tel:${phone!.replaceAll(/[^\d+]/g, '')}`}>
        {phone}
      </a>,
    ] as const),
]

const Website = ({ address }: { address: string }) => (
  <a
    className={s['link']}
    href={/^https?:\/\//i.test(address) ? address : `https://${address}`}
    target="_blank"
    rel="noreferrer"
  >
    {address}
  </a>
)
