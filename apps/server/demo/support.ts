import type { DemoCaller } from './caller.ts'

const subject = 'The price list of our supplier does not come'

/** A question of the tenant's user to the provider, and the answer. */
export async function askForSupport(user: DemoCaller, admin: DemoCaller): Promise<void> {
  const asked = (await user.get('support_requests')) as { subject: string }[]
  if (asked.some((one) => one.subject === subject)) return
  const { id } = await user.post('support_requests', {
    subject,
    comment:
      'The run at four in the morning says that suppliers/price-list.csv is missing. Can you see whether our SFTP account is open?',
  })
  await admin.put(`support_requests/${id}`, {
    answer:
      'Your account is open, nobody has signed in with it yet. Please ask your supplier whether they use the new password.',
  })
}
