import { country } from '@weft/catalogue/resources/country/country.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { ResourceList } from '@weft/kit/ui/resource-list.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconWorld } from '@tabler/icons-react'
import { ResourceScreen } from '../shared/resource-screen.tsx'

const texts = defineMessages({
  about: {
    en: 'Where companies are, and what tax their invoices carry.',
    de: 'Wo Unternehmen sitzen und welche Steuer ihre Rechnungen enthalten.',
  },
})
const home = '/admin/settings/system/countries'

export function CountriesScreen() {
  const t = useTexts(texts)
  return <ResourceList resource={country} to={({ id }) => `${home}/${id}`} icon={IconWorld} subtitle={t.about()} />
}

export const CountryScreen = () => <ResourceScreen resource={country} home={home} param="id" />
