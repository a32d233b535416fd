import { certificate } from '@weft/catalogue/resources/certificate/certificate.ts'
import { contactPerson } from '@weft/catalogue/resources/contact-person/contact-person.ts'
import { lead } from '@weft/catalogue/resources/lead/lead.ts'
import { partnerOffering } from '@weft/catalogue/resources/partner-offering/partner-offering.ts'
import { partnerReference } from '@weft/catalogue/resources/partner-reference/partner-reference.ts'
import type { Resource } from '@weft/kit/define/resource.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { ResourceList } from '@weft/kit/ui/resource-list.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconAddressBook, IconCertificate, IconStar, IconTargetArrow, IconTool, type Icon } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { ResourceScreen } from '../shared/resource-screen.tsx'

const texts = defineMessages({
  leads: { en: 'Companies that may become your tenants.', de: 'Unternehmen, die Ihre Mandanten werden könnten.' },
  certificates: { en: 'What your team has been certified for.', de: 'Wofür Ihr Team zertifiziert ist.' },
  persons: { en: 'Who tenants and the provider turn to.', de: 'An wen sich Mandanten und der Anbieter wenden.' },
  references: { en: 'Projects you are proud of.', de: 'Projekte, die Sie vorzeigen.' },
  services: { en: 'What you offer to tenants.', de: 'Was Sie Mandanten anbieten.' },
})

/** The list of something a partner keeps, with the pages that make and change an entry. */
function pagesOf(
  resource: Resource,
  home: string,
  icon: Icon,
  about: keyof typeof texts,
  cells?: ComponentProps<typeof ResourceList>['cells'],
) {
  return {
    List: function OwnList() {
      const t = useTexts(texts)
      return (
        <ResourceList
          resource={resource}
          to={({ id }) => `${home}/${id}`}
          createTo={`${home}/create`}
          icon={icon}
          subtitle={t[about]()}
          {...(cells && { cells })}
        />
      )
    },
    Create: () => <ResourceScreen resource={resource} home={home} />,
    Entry: () => <ResourceScreen resource={resource} home={home} param="id" />,
  }
}

export const leads = pagesOf(lead, '/partner/leads', IconTargetArrow, 'leads')
export const certificates = pagesOf(certificate, '/partner/profile/certificates', IconCertificate, 'certificates')
export const contactPersons = pagesOf(contactPerson, '/partner/profile/contact-person', IconAddressBook, 'persons')
export const references = pagesOf(partnerReference, '/partner/profile/references', IconStar, 'references', {
  year: ({ year }) => String(year ?? '–'),
})
export const services = pagesOf(partnerOffering, '/partner/profile/services', IconTool, 'services')
