import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { helpSettings } from '@weft/catalogue/resources/setting/help.ts'
import { legalSettings } from '@weft/catalogue/resources/setting/legal.ts'
import { helpContract, type HandbookPage } from '@weft/contracts/help.ts'
import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import { readSettings, settingsReader } from '@weft/kit/database/settings.server.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import type { Language } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { personOf } from '../tenants/responsible.ts'

const handbook = path.resolve(import.meta.dirname, '../../../../docs/handbook')

const read = new Map<Language, HandbookPage[]>()

/** The pages of the handbook in the order of their numbers; the first heading is the title. */
function handbookPages(language: Language): HandbookPage[] {
  const known = read.get(language)
  if (known) return known
  const folder = path.join(handbook, language)
  const pages = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => {
      const text = readFileSync(path.join(folder, name), 'utf8')
      return { slug: name.replace(/^\d+-|\.md$/g, ''), title: /^# (.+)$/m.exec(text)?.[1] ?? name, text }
    })
  read.set(language, pages)
  return pages
}

/** The help centre: whom to turn to, and the handbook; and what the provider says before the sign-in. */
export const helpRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, helpContract)

    on('GET /help/contact', async ({ user }) => {
      const { partner_id, ...data } = await inScope(db, systemScope, async (trx) => {
        const {
          contact_name: name,
          contact_email: email,
          contact_phone: phone,
          contact_hours: hours,
          support_email,
        } = await readSettings(trx, helpSettings)
        const tenant = user.tenant_id
          ? await trx
              .selectFrom('tenants')
              .select(['partner_id', 'contact_person', 'provider_user_id'])
              .where('id', '=', user.tenant_id)
              .executeTakeFirst()
          : undefined
        const partner_id = user.partner_id ?? tenant?.partner_id
        const own = user.partner_id
          ? await trx
              .selectFrom('partners')
              .select('provider_user_id')
              .where('id', '=', user.partner_id)
              .executeTakeFirst()
          : tenant
        const person = await personOf(trx, own?.provider_user_id ?? null)
        return {
          partner_id,
          provider: person
            ? { name: nameOf(person), email: person.email, phone: person.phone || phone, hours }
            : { name, email, phone, hours },
          contact_person: tenant?.contact_person ?? '',
          mailed: support_email !== '',
        }
      })
      return {
        data: { ...data, partner: user.kind === 'client' && partner_id ? await presented(db, partner_id) : null },
      }
    })

    on('GET /help/documentation', ({ language }) => ({ data: handbookPages(language) }))

    const legal = settingsReader(db, legalSettings)
    on('GET /legal', async ({ language }) => {
      const texts = await legal()
      return { data: { imprint: texts[`imprint_${language}`], privacy: texts[`privacy_${language}`] } }
    })
  }

/** A tenant may not read its partner's rows; these are what every partner tells its tenants. */
const presented = (db: Database, partner_id: string) =>
  inScope(db, { level: 'partner', partner_id }, async (trx) => {
    const partner = await trx
      .selectFrom('partners')
      .select(['name', 'email', 'phone', 'website', 'about'])
      .where('id', '=', partner_id)
      .executeTakeFirstOrThrow()
    const persons = await trx
      .selectFrom('contact_persons')
      .select(['id', 'name', 'position', 'email', 'phone'])
      .orderBy('name')
      .execute()
    const services = await trx
      .selectFrom('partner_services')
      .select(['id', 'name', 'description'])
      .orderBy('name')
      .execute()
    return { ...partner, persons, services }
  })

/** Who was said to look after an account comes before who answers for all. */
const nameOf = ({ first_name, last_name, email }: { first_name: string; last_name: string; email: string }) =>
  [first_name, last_name].filter(Boolean).join(' ') || email
