import type { audiences } from '@weft/catalogue/resources/newsletter-campaign/newsletter-campaign.ts'
import type { Language } from '@weft/kit/messages/messages.ts'
import type { Tone } from '@weft/kit/ui/bits.tsx'

export type Audience = (typeof audiences)[number]
type CampaignStatus = 'draft' | 'sending' | 'sent' | 'cancelled'
type DeliveryStatus = 'waiting' | 'sending' | 'sent' | 'kept' | 'failed' | 'unsure' | 'cancelled'
export type Counts = Partial<Record<DeliveryStatus, number>>
export type CampaignListed = {
  id: string
  label: string
  audience: Audience
  status: CampaignStatus
  started_at: string | null
  finished_at: string | null
  created_at: string
  counts: Counts
}
export type Words = { subject_en: string; body_en: string; subject_de: string; body_de: string }
export type Campaign = CampaignListed & Words & { addressees?: number }
export type NewsletterDelivery = {
  id: string
  email: string
  name: string
  language: Language
  status: DeliveryStatus
  error: string | null
  done_at: string | null
}
export type Subscriber = {
  id: string
  email: string
  name: string
  language: Language
  status: 'pending' | 'subscribed' | 'unsubscribed'
  source: 'admin' | 'page' | 'mail'
  created_at: string
}

export const newsletterHome = '/admin/settings/newsletter'
export const campaignPath = '/newsletter_campaigns'
export const subscriberPath = '/newsletter_subscribers'

export const campaignTones: Record<CampaignStatus, Tone> = {
  draft: 'slate',
  sending: 'blue',
  sent: 'green',
  cancelled: 'amber',
}
export const deliveryTones: Record<DeliveryStatus, Tone> = {
  waiting: 'slate',
  sending: 'blue',
  sent: 'green',
  kept: 'amber',
  failed: 'red',
  unsure: 'amber',
  cancelled: 'slate',
}
export const totalOf = (counts: Counts) => Object.values(counts).reduce((sum, count) => sum + count, 0)
