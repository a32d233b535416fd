import { inScope, systemScope, type Database, type Scoped } from '@weft/kit/database/connect.server.ts'
import type { MailVariable } from '@weft/kit/define/mail.ts'
import type { MailLayout } from '@weft/kit/define/mail-layout.ts'
import type { Language } from '@weft/kit/messages/messages.ts'
import type { Mask } from '@weft/kit/secrets/mask.server.ts'
import type { MailOrder, Sender } from './order.ts'
import type { RenderedMail, renderMail } from './render-mail.ts'
import { mailSettings, ownTransport, wordingOf } from './wording.server.ts'

/** Writes a mail in the words of a tenant, or in words that are only tried; `owner` is who wrote them. */
export type WriteElsewhere = (owner: string, ...letter: Parameters<typeof renderMail>) => Promise<RenderedMail>

export type KeptMail = RenderedMail & { masked: boolean; language: Language; variables: Record<string, unknown> }

/** The mail, what of it is kept, and the transports there are for it. */
export async function composeMail<Key extends string>(
  db: Database,
  elsewhere: WriteElsewhere | undefined,
  { tenant_id, project_id }: Sender,
  { mail, variables, to, name = '', ...order }: MailOrder<Key>,
) {
  const { layout, email, usual, language, own } = await inScope(db, systemScope, async (trx) => {
    const language = order.language ?? (await languageOf(trx, tenant_id))
    return {
      ...(await mailSettings(trx)),
      own: await ownTransport(trx, project_id),
      language,
      usual: order.wording ?? (await wordingOf(trx, mail, language, tenant_id)),
    }
  })
  const wording = order.within?.(usual) ?? usual
  const { renderMail, valuesOf } = await import('./render-mail.ts')
  const foreign = elsewhere && (tenant_id !== undefined || order.wording !== undefined || order.within !== undefined)
  const write = async (...letter: Parameters<typeof renderMail>) =>
    foreign ? elsewhere(tenant_id ?? 'provider', ...letter) : renderMail(...letter)
  const reader = { name, email: to.join(', '), language }
  const values = (masked: boolean) => valuesOf(mail, variables, reader, layout, email.url ?? '', { masked })
  const logo = mail.layout === 'none' ? undefined : logoOf(layout)
  const { html: below, pictures } = order.below ?? { html: '', pictures: [] }
  const around = { ...layout, logo: logo ? `cid:${logo.cid}` : '' }
  const letter = await write(mail, wording, values(false), around, language, below)
  const shown = values(true)
  const hasHidden = Object.values<MailVariable>(mail.variables).some((variable) => variable.hidden)
  const about = Object.fromEntries(Object.keys(mail.variables).map((name) => [name, shown[name]]))
  const copy =
    order.copy === false
      ? { subject: letter.subject, text: '', html: '' }
      : hasHidden || logo
        ? await write(mail, wording, shown, { ...layout, logo: '' }, language, below)
        : letter
  const { mask = (same) => same } = order
  const { isChanged, ...kept } = maskedCopy(copy, mask)
  return {
    letter,
    inline: [...(logo ? [logo] : []), ...pictures.map(({ cid, content }) => shownPicture(cid, 'png', content))],
    kept: { ...kept, masked: hasHidden || order.copy === false || isChanged, language, variables: mask(about) },
    own,
    email,
  }
}

/** Codes and links are not kept. */
function maskedCopy({ subject, text, html }: RenderedMail, mask: Mask) {
  const shown = mask({ subject, text, html })
  return { ...shown, isChanged: shown.subject !== subject || shown.text !== text || shown.html !== html }
}

async function languageOf(trx: Scoped, tenant_id: string | undefined): Promise<Language> {
  const tenant = tenant_id
    ? await trx.selectFrom('tenants').select('language').where('id', '=', tenant_id).executeTakeFirst()
    : undefined
  return (tenant?.language as Language | undefined) ?? 'de'
}

/** The logo of the layout as a part of the mail that its HTML shows. */
function logoOf({ logo }: MailLayout) {
  const [, kind, data] = /^data:image\/(\w+);base64,(.+)$/.exec(logo) ?? []
  return kind && data ? shownPicture('logo@weft', kind, Buffer.from(data, 'base64')) : undefined
}

const shownPicture = (cid: string, kind: string, content: Buffer) => ({
  filename: `${cid.replace(/@.*/, '')}.${kind}`,
  content,
  contentType: `image/${kind}`,
  cid,
  contentDisposition: 'inline' as const,
})
