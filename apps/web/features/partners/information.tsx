import { partnerProfile, partnerProfileLabels } from '@weft/catalogue/resources/partner/partner-profile.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { SectionForm } from '@weft/kit/ui/section-form.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'

const texts = defineMessages({
  about: { en: 'What tenants and the provider read about you.', de: 'Was Mandanten und der Anbieter über Sie lesen.' },
})

export function PartnerInformationScreen() {
  const t = useTexts(texts)
  const read = useLabel()
  const may = useMay()
  const title = read(partnerProfileLabels.title)
  return (
    <Page title={title} subtitle={t.about()} bleed>
      <SectionForm
        label={title}
        path="/partner_profile"
        schema={partnerProfile}
        rows={[['about'], ['founded', 'employees'], ['industries'], ['regions']]}
        labels={partnerProfileLabels.fields}
        readOnly={!may('company.update')}
      />
    </Page>
  )
}
