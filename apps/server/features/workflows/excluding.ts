import { can } from '@weft/kit/define/permissions.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  providerOnly: {
    en: 'Only the provider excludes workflows from billing.',
    de: 'Nur der Anbieter nimmt Workflows von der Abrechnung aus.',
  },
})

/** What a customer pays for is not the customer's to say. */
export function refuseExcluding(user: Caller, wished: boolean, is: boolean) {
  if (wished !== is && !can(user, 'billing', 'create')) throw invalidField('exclude_from_billing', texts.providerOnly())
}
