import { newsletter } from '@weft/catalogue/mails/newsletter.ts'
import type { campaignDraft } from '@weft/catalogue/resources/newsletter-campaign/newsletter-campaign.ts'
import { complaintsAbout } from '@weft/engine/mail/validate-template.ts'
import { invalidField, invalidFields } from '@weft/kit/errors/common.ts'
import type { FieldErrors } from '@weft/kit/errors/errors.ts'
import { defineMessages, languages, type Language } from '@weft/kit/messages/messages.ts'
import type { z } from 'zod'

const texts = defineMessages({
  words: {
    en: 'Subject and text are missing in this language, which {count, plural, one {one recipient reads} other {# recipients read}}.',
    de: 'Betreff und Text fehlen in dieser Sprache, die {count, plural, one {eine Person liest} other {# Personen lesen}}.',
  },
})

export type CampaignDraft = z.output<typeof campaignDraft>

/** A newsletter speaks of what every mail and the kind around it is given. */
export function checkWords(draft: Partial<CampaignDraft>) {
  const wrong: Record<string, FieldErrors[string]> = {}
  for (const language of languages) {
    const found = complaintsAbout(newsletter, {
      subject: draft[`subject_${language}`] ?? '',
      body: draft[`body_${language}`] ?? '',
    })
    for (const [field, messages] of Object.entries(found)) wrong[`${field}_${language}`] = messages
  }
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong)
}

/** Nobody gets an empty mail: what somebody reads must be written. */
export function refuseMissing(row: CampaignDraft, to: { language: Language }[]) {
  for (const language of languages) {
    const count = to.filter((person) => person.language === language).length
    for (const field of [`subject_${language}`, `body_${language}`] as const)
      if (count > 0 && row[field].trim() === '') throw invalidField(field, texts.words({ count }))
  }
}
