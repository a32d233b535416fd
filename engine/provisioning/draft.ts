import { z } from 'zod'
import { newPassword } from '@weft/kit/define/password.ts'
import { workspaceDomain } from '@weft/kit/define/workspace.ts'
import type { Message } from '@weft/kit/messages/messages.ts'
import { texts } from './texts.ts'

const wrong = (say: Message) => ({ params: { say } })

/** What a new tenant is made from; the wizard and the API ask the same. */
export const tenantDraft = z
  .strictObject({
    name: z.string().trim().min(1).max(191),
    short: z.string().trim().max(10).default(''),
    workspace: workspaceDomain,
    language: z.enum(['en', 'de']).default('de'),
    partner_id: z.uuid().nullish(),
    /** Where its databases are created; the least used active server when left out. */
    server_id: z.uuid().nullish(),
    email: z.union([z.literal(''), z.email()]).default(''),
    phone: z.string().trim().max(64).default(''),
    website: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
    user: z.strictObject({
      salutation: z.string().trim().max(32).default(''),
      first_name: z.string().trim().min(1).max(100),
      last_name: z.string().trim().min(1).max(100),
      email: z.email().toLowerCase().max(191),
      password: newPassword,
    }),
  })
  .superRefine(({ workspace, user }, context) => {
    if (user.email.split('@')[1] === workspace) return
    context.addIssue({ code: 'custom', path: ['user', 'email'], message: 'outside the workspace', ...wrong(texts.emailOutside({ domain: workspace })) })
  })
export type TenantDraft = z.output<typeof tenantDraft>
