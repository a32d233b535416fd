import { z } from 'zod'
import { inWords } from '../messages/patterns.ts'
import type { Message } from '../messages/messages.ts'
import { companyFields } from './company.ts'
import { newPassword } from './password.ts'
import { storageChoice } from './storage.ts'
import { emailOutside, workspaceDomain } from './workspace.ts'

/** Whose account a setup makes. */
export type AccountKind = 'tenant' | 'partner'

const wrong = (say: Message) => ({ params: { say } })

const firstUser = z.strictObject({
  salutation: z.string().trim().max(32).default(''),
  title: z.string().trim().max(32).default(''),
  first_name: z.string().trim().min(1).max(100),
  last_name: z.string().trim().min(1).max(100),
  email: z.email().toLowerCase().max(191),
  /** Left out, the user is invited to set one. */
  password: newPassword.nullish(),
})

const account = {
  ...companyFields,
  workspace: workspaceDomain,
  /** Who looks after the account at the provider. */
  provider_user_id: z.uuid().nullish(),
  /** Where its databases are created; the least used active server when left out. */
  server_id: z.uuid().nullish(),
  /** What kind of server that is; either when left out. */
  engine: z.enum(['postgres', 'mysql']).nullish(),
  /** Where its documents lie, on PostgreSQL or MongoDB; beside its records, or on the least used PostgreSQL, when left out. */
  documents_server_id: z.uuid().nullish(),
  /** Where its files lie; in the folder of this installation when left out. */
  storage: storageChoice.nullish(),
  user: firstUser,
}

const insideWorkspace = (
  { workspace, user }: { workspace: string; user: { email: string } },
  context: z.RefinementCtx,
) => {
  if (user.email.split('@')[1] === workspace) return
  context.addIssue({
    code: 'custom',
    path: ['user', 'email'],
    message: 'outside the workspace',
    ...wrong(emailOutside({ domain: workspace })),
  })
}

/** What a new tenant is made from; the wizard and the API ask the same. */
export const tenantDraft = z.strictObject({ ...account, partner_id: z.uuid().nullish() }).superRefine(insideWorkspace)
/** What a new partner is made from. */
export const partnerDraft = z
  .strictObject({
    ...account,
    number: z
      .string()
      .trim()
      .regex(
        inWords(/^\d{1,32}$/, {
          en: 'Please enter digits only, at most 32.',
          de: 'Bitte nur Ziffern eingeben, höchstens 32.',
        }),
      )
      .nullish(),
    abbreviation: z.string().trim().max(10).default(''),
  })
  .superRefine(insideWorkspace)
export const drafts = { tenant: tenantDraft, partner: partnerDraft }

export type TenantDraft = z.output<typeof tenantDraft>
export type PartnerDraft = z.output<typeof partnerDraft>
export type AccountDraft = TenantDraft | PartnerDraft
