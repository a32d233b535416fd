import type { Answer, ListRow } from '@weft/kit/contracts/client.ts'
import type { Tone } from '@weft/kit/ui/bits.tsx'

export type CampaignListed = ListRow<'/newsletter_campaigns'>
export type Campaign = Answer<'GET', `/newsletter_campaigns/${string}`>['data']
export type NewsletterDelivery = ListRow<`/newsletter_campaigns/${string}/deliveries`>
export type Subscriber = ListRow<'/newsletter_subscribers'>
type CampaignStatus = CampaignListed['status']
type DeliveryStatus = NewsletterDelivery['status']
export type Counts = CampaignListed['counts']

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
